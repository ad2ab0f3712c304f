// SPDX-License-Identifier: Apache-2.0
// Each conversion is read from the format, its argument from the packed block, and each element is
// formatted by snprintf with a specification of our making: the kernel's own text never reaches the
// C library.
#include "devices/cpu/printf.h"

#include <locale.h>
#include <stdio.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "support/checked.h"
#include "support/mutex.h"
#include "support/uncancelled.h"

namespace heddle::cpu {
namespace {

constexpr int kMaxWidth =
    64 << 10;  // the largest width and precision: more is a mistake, and takes memory

/// A conversion specification (§6.13.13.1).
struct Conversion {
  std::string flags;
  int width = -1;
  int precision = -1;
  uint32_t length_bits = 0;  // for hh, h, hl, l, and C99's z, j, t
  char letter = 0;
};

/// An argument: elements of one type.
struct Argument {
  char type = 0;
  uint32_t count = 0;
  const unsigned char* data = nullptr;

  uint32_t element_size() const {
    switch (type) {
      case 'c':
        return 1;
      case 's':
      case 'h':
        return 2;
      case 'i':
      case 'f':
        return 4;
      default:
        return 8;
    }
  }
};

bool read_decimal(std::string_view& text, int& value) {
  value = 0;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    value = value * 10 + (text[0] - '0');
    if (value > kMaxWidth) return false;
    text.remove_prefix(1);
  }
  return true;
}

bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

void read_length(std::string_view& text, Conversion& out) {
  if (skip(text, "hh")) {
    out.length_bits = 8;
  } else if (skip(text, "hl")) {
    out.length_bits = 32;
  } else if (skip(text, "h")) {
    out.length_bits = 16;
  } else if (skip(text, "ll") || skip(text, "l") || skip(text, "z") || skip(text, "j") ||
             skip(text, "t")) {
    out.length_bits = 64;
  }
}

/// Reads a conversion after its '%'.
bool read_conversion(std::string_view& text, Conversion& out) {
  while (!text.empty() && std::string_view("-+ #0").find(text[0]) != std::string_view::npos) {
    if (out.flags.find(text[0]) == std::string::npos) out.flags += text[0];
    text.remove_prefix(1);
  }
  if (!text.empty() && text[0] >= '1' && text[0] <= '9' && !read_decimal(text, out.width))
    return false;
  if (skip(text, ".") && !read_decimal(text, out.precision)) return false;
  if (skip(text, "v")) {
    // The argument itself has the number of its elements.
    if (!skip(text, "16") && !skip(text, "2") && !skip(text, "3") && !skip(text, "4") &&
        !skip(text, "8")) {
      return false;
    }
  }
  read_length(text, out);
  if (text.empty()) return false;
  out.letter = text[0];
  text.remove_prefix(1);
  return std::string_view("diouxXfFeEgGaAcsp%").find(out.letter) != std::string_view::npos;
}

/// A walk over the packed arguments.
class Arguments {
 public:
  Arguments(const char* kinds, const unsigned char* data) : kinds_(kinds), data_(data) {}

  bool next(Argument& out) {
    if (!kinds_[0] || !kinds_[1]) return false;
    out.type = kinds_[0];
    out.count = kinds_[1] == 'x' ? 16 : static_cast<uint32_t>(kinds_[1] - '0');
    if (out.count < 1 || out.count > 16) return false;
    const size_t bytes = size_t{out.element_size()} * (out.count == 3 ? 4 : out.count);
    offset_ = align_up(offset_, bytes);
    out.data = data_ + offset_;
    offset_ += bytes;
    kinds_ += 2;
    return true;
  }

 private:
  const char* kinds_;
  const unsigned char* data_;
  size_t offset_ = 0;
};

double half_to_double(uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  double value = 0;
  if (exponent == 0x1f) {
    value = fraction ? NAN : INFINITY;
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(fraction + 1024, exponent - 25);
  }
  return bits & 0x8000 ? -value : value;
}

template <class T>
T load(const unsigned char* from) {
  T value;
  memcpy(&value, from, sizeof value);
  return value;
}

/// Returns the bits of an element, in the low end.
uint64_t bits_of(const Argument& argument, uint32_t index) {
  uint64_t bits = 0;
  memcpy(&bits, argument.data + size_t{index} * argument.element_size(), argument.element_size());
  return bits;
}

int64_t sign_extend(uint64_t bits, uint32_t width) {
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

double number_of(const Argument& argument, uint32_t index) {
  const unsigned char* from = argument.data + size_t{index} * argument.element_size();
  switch (argument.type) {
    case 'f':
      return load<float>(from);
    case 'd':
      return load<double>(from);
    case 'h':
      return half_to_double(load<uint16_t>(from));
    default:
      return static_cast<double>(
          sign_extend(bits_of(argument, index), argument.element_size() * 8));
  }
}

template <class T>
void append(std::string& out, const Conversion& conversion, const char* length, T value) {
  std::string spec = "%" + conversion.flags;
  if (conversion.width >= 0) spec += std::to_string(conversion.width);
  if (conversion.precision >= 0) spec += "." + std::to_string(conversion.precision);
  spec += length;
  spec += conversion.letter;
  char small[128];
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"
  const int size = snprintf(small, sizeof small, spec.c_str(), value);
  if (size < 0) return;
  if (static_cast<size_t>(size) < sizeof small) {
    out.append(small, static_cast<size_t>(size));
    return;
  }
  const size_t before = out.size();
  out.resize(before + static_cast<size_t>(size) + 1);
  snprintf(out.data() + before, static_cast<size_t>(size) + 1, spec.c_str(), value);
#pragma clang diagnostic pop
  out.pop_back();
}

void append_element(std::string& out, const Conversion& conversion, const Argument& argument,
                    uint32_t index) {
  const uint32_t own_bits = argument.element_size() * 8;
  const uint32_t bits =
      conversion.length_bits ? std::min(conversion.length_bits, own_bits) : own_bits;
  const uint64_t raw = bits_of(argument, index);
  switch (conversion.letter) {
    case 'd':
    case 'i':
      return append(out, conversion, "j", static_cast<intmax_t>(sign_extend(raw, bits)));
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return append(out, conversion, "j",
                    static_cast<uintmax_t>(raw << (64 - bits) >> (64 - bits)));
    case 'c':
      return append(out, conversion, "", static_cast<int>(raw & 0xff));
    case 'p':
      return append(out, conversion, "", reinterpret_cast<const void*>(raw));
    default:
      return append(out, conversion, "", number_of(argument, index));
  }
}

bool append_string(std::string& out, const Conversion& conversion, const Argument& argument) {
  if (argument.type != 'p') return false;
  const auto* text = reinterpret_cast<const char*>(bits_of(argument, 0));
  append(out, conversion, "", text ? text : "(null)");
  return true;
}

/// A scope with the C locale. Numbers look the same wherever the application lives: kernels know no
/// locale, and commas separate elements.
class CLocale {
 public:
  CLocale() : before_(uselocale(c_locale())) {}
  ~CLocale() { uselocale(before_); }
  CLocale(const CLocale&) = delete;
  CLocale& operator=(const CLocale&) = delete;

 private:
  static locale_t c_locale() {
    static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
    return locale;
  }
  locale_t before_;
};

}  // namespace

bool format_printf(std::string& out, const char* format, const char* kinds,
                   const unsigned char* args) {
  const CLocale c_locale;
  Arguments arguments(kinds, args);
  bool good = true;
  std::string_view text = format;
  while (!text.empty()) {
    const size_t plain = std::min(text.find('%'), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;

    std::string_view rest = text.substr(1);
    Conversion conversion;
    Argument argument;
    if (!read_conversion(rest, conversion) ||
        (conversion.letter != '%' && !arguments.next(argument))) {
      out += text.substr(0, text.size() - rest.size());  // as it stands, so that its author sees it
      good = false;
    } else if (conversion.letter == '%') {
      out += '%';
    } else if (conversion.letter == 's') {
      good &= append_string(out, conversion, argument);
    } else {
      for (uint32_t i = 0; i < argument.count; ++i) {
        if (i > 0) out += ',';
        append_element(out, conversion, argument, i);
      }
    }
    text = rest;
  }
  return good;
}

PrintfBuffer::~PrintfBuffer() {
  TextChunk* const chunk = chunk_.load(std::memory_order_relaxed);
  if (chunk && chunk->is_ours()) chunk->give_back();
}

int32_t PrintfBuffer::print(const char* format, const char* kinds,
                            const unsigned char* args) noexcept {
  try {
    std::string line;
    const bool good = format_printf(line, format, kinds, args);
    const Lock lock(mutex_);
    TextChunk* chunk = chunk_.load(std::memory_order_relaxed);
    if (!chunk) chunk_ = chunk = TextChunk::take();
    if (!chunk) return -1;
    if (!chunk->append(line)) {
      write_out();
      chunk_ = chunk = TextChunk::take();
      if (!chunk || !chunk->append(line)) {  // longer than a chunk
        TextChunk::write(line);
      }
    }
    return good ? 0 : -1;
  } catch (...) {
    return -1;  // no memory
  }
}

void PrintfBuffer::write_out() {
  const Uncancelled uncancelled;
  TextChunk& chunk = *chunk_.exchange(nullptr, std::memory_order_relaxed);
  if (!chunk.is_ours()) return;  // the process that has forked writes it
  TextChunk::write(chunk.claim());
  chunk.give_back();
}

void PrintfBuffer::flush() noexcept {
  // Nearly always, and without a locked operation: the calls came before the end of the launch.
  if (!chunk_.load(std::memory_order_relaxed)) return;
  const Lock lock(mutex_);
  const Uncancelled uncancelled;
  if (chunk_.load(std::memory_order_relaxed)) write_out();
}

}  // namespace heddle::cpu
