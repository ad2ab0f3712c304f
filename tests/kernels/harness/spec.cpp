// SPDX-License-Identifier: Apache-2.0
#include "spec.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace kernels {

namespace {

std::vector<std::string> words(const std::string& text, const char* separators = " \t,") {
  std::vector<std::string> result;
  size_t at = 0;
  while ((at = text.find_first_not_of(separators, at)) != std::string::npos) {
    size_t end = text.find_first_of(separators, at);
    result.push_back(text.substr(at, end == std::string::npos ? end : end - at));
    if (end == std::string::npos) break;
    at = end;
  }
  return result;
}

/// "1..67 128 1000"
std::vector<size_t> numbers(const std::string& text) {
  std::vector<size_t> result;
  for (const std::string& word : words(text)) {
    size_t dots = word.find("..");
    size_t first = std::stoull(word);
    size_t last = dots == std::string::npos ? first : std::stoull(word.substr(dots + 2));
    for (size_t number = first; number <= last; ++number) result.push_back(number);
  }
  return result;
}

template <class T>
void append(std::vector<unsigned char>& bytes, T value) {
  const auto* from = reinterpret_cast<const unsigned char*>(&value);
  bytes.insert(bytes.end(), from, from + sizeof(T));
}

/// "i32 1 f32 2.5 i8 3 pad 3": a value as it lies in memory. "ptr 128": the address of a byte of
/// the output, which is not known yet.
std::vector<unsigned char> bytes_of(const std::string& text, std::vector<Pointer>& pointers) {
  std::vector<unsigned char> bytes;
  std::vector<std::string> parts = words(text);
  for (size_t i = 0; i + 1 < parts.size(); i += 2) {
    const std::string& type = parts[i];
    const std::string& value = parts[i + 1];
    if (type == "i8")
      append(bytes, static_cast<int8_t>(std::stoi(value)));
    else if (type == "i16")
      append(bytes, static_cast<int16_t>(std::stoi(value)));
    else if (type == "i32")
      append(bytes, static_cast<int32_t>(std::stoll(value)));
    else if (type == "i64")
      append(bytes, static_cast<int64_t>(std::stoll(value)));
    else if (type == "f32")
      append(bytes, std::stof(value));
    else if (type == "f64")
      append(bytes, std::stod(value));
    else if (type == "ptr") {
      pointers.push_back({bytes.size(), std::stoul(value)});
      append(bytes, uint64_t{0});
    } else if (type == "pad")
      bytes.resize(bytes.size() + std::stoul(value));
    else
      throw std::runtime_error("no such type in an argument: " + type);
  }
  return bytes;
}

void read_named(Spec& spec, const std::string& key, const std::string& value) {
  if (key.starts_with("arg ")) {
    spec.args[key.substr(4)] = bytes_of(value, spec.pointers[key.substr(4)]);
  } else if (key.starts_with("local ")) {
    spec.locals[key.substr(6)] = std::stoull(value);
  } else if (key.starts_with("same ")) {
    spec.same[key.substr(5)] = words(value);
  } else if (key.starts_with("image ")) {
    spec.images[key.substr(6)] = words(value, ",");
  } else if (key.starts_with("sampler ")) {
    spec.samplers[key.substr(8)] = words(value, ",");
  } else {
    throw std::runtime_error("no such directive: " + key);
  }
}

void read_directive(Spec& spec, const std::string& key, const std::string& value) {
  if (key == "build")
    spec.build = value;
  else if (key == "sizes")
    spec.sizes = numbers(value);
  else if (key == "dims")
    spec.dims = [&] {
      auto dims = numbers(value);
      return std::vector<unsigned>(dims.begin(), dims.end());
    }();
  else if (key == "needs")
    spec.needs = words(value);
  else if (key == "per_item")
    spec.per_item = std::stoul(value);
  else if (key == "extra")
    spec.extra = std::stoull(value);
  else if (key == "ulps")
    spec.ulps = std::stoul(value);
  else if (key == "local")
    spec.local_bytes = std::stoull(value);
  else if (key == "groups" && value == "uniform")
    spec.uniform = true;
  else if (key == "groups" && value == "one")
    spec.one_group = true;
  else if (key == "expect" && value == "single")
    spec.single_expect = true;
  else if (key == "memory" && value == "svm")
    spec.svm = true;
  else
    read_named(spec, key, value);
}

}  // namespace

Spec read_spec(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::stringstream text;
  text << file.rdbuf();
  Spec spec;
  spec.source = text.str();
  spec.sizes = numbers("1..67 128 256 1000");
  for (std::string line; std::getline(text, line) && line.starts_with("//");) {
    size_t colon = line.find(": ");
    // A directive is lower-case words in front of a colon; everything else is prose.
    if (colon == std::string::npos || !line.starts_with("// ")) continue;
    std::string key = line.substr(3, colon - 3);
    if (key.find_first_of(".;,(") != std::string::npos || words(key).size() > 2) continue;
    if (key.starts_with("SPDX") || key.front() < 'a') continue;
    read_directive(spec, key, line.substr(colon + 2));
  }
  // Before OpenCL C 2.0 the local size divides the global size.
  if (spec.build.find("-cl-std=CL2") == std::string::npos ||
      spec.build.find("-cl-uniform") != std::string::npos) {
    spec.uniform = true;
  }
  return spec;
}

const std::vector<Size3>& local_sizes(unsigned dims) {
  static const std::vector<Size3> two = {{1, 1, 1},  {1, 7, 1},  {7, 1, 1},  {3, 5, 1},
                                         {8, 8, 1},  {16, 4, 1}, {5, 13, 1}, {17, 3, 1},
                                         {64, 2, 1}, {2, 64, 1}, {33, 9, 1}, {32, 32, 1}};
  static const std::vector<Size3> three = {{1, 1, 1}, {2, 3, 4}, {4, 4, 4},  {1, 5, 3},
                                           {7, 1, 2}, {3, 2, 1}, {16, 2, 2}, {8, 8, 8}};
  return dims == 2 ? two : three;
}

}  // namespace kernels
