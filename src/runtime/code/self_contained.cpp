// SPDX-License-Identifier: Apache-2.0
// Finds sources that contain everything that matters (code_source.h).
#include <algorithm>
#include <cctype>

#include "runtime/code/code_source.h"

namespace heddle {
namespace {

/// Returns the source as the preprocessor sees it after joining lines that end in a backslash.
std::string joined_lines(std::string_view source) {
  std::string out;
  out.reserve(source.size());
  for (size_t i = 0; i < source.size(); ++i) {
    size_t end = i;
    if (source[i] == '\\') {
      end = i + 1;
    } else if (source.substr(i, 3) == "?\?/") {
      end = i + 3;
    }
    // White space may stand between the backslash and the end of the line.
    while (end > i && end < source.size() && source[end] != '\n' &&
           std::isspace(static_cast<unsigned char>(source[end])))
      ++end;
    if (end > i && end < source.size() && source[end] == '\n') {
      i = end;
    } else {
      out += source[i];
    }
  }
  return out;
}

/// Tells whether `line`, which has the word "include" after a '#', is exactly the directive for an
/// embedded header.
bool includes_embedded(std::string_view line, std::span<const EmbeddedHeader> headers) {
  const auto skip = [&] {
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line[0])))
      line.remove_prefix(1);
  };
  const auto accept = [&](std::string_view word) {
    skip();
    const bool there = line.starts_with(word);
    if (there) line.remove_prefix(word.size());
    return there;
  };
  if (!accept("#") || !accept("include")) return false;
  skip();
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return false;
  const size_t end = line.find(line[0] == '"' ? '"' : '>', 1);
  if (end == std::string_view::npos) return false;
  const std::string_view name = line.substr(1, end - 1);
  line.remove_prefix(end + 1);
  skip();
  const bool rest_harmless = line.empty() || line.starts_with("//");
  return rest_harmless &&
         std::any_of(headers.begin(), headers.end(),
                     [&](const EmbeddedHeader& header) { return header.name == name; });
}

bool line_self_contained(std::string_view line, std::span<const EmbeddedHeader> headers) {
  const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
  if (has("__DATE__") || has("__TIME")) return false;
  if (!has("include") && !has("import") && !has("embed")) return true;
  // A directive needs a '#', in any spelling, on the line or before a comment that ends on it.
  if (!has("#") && !has("%:") && !has("?\?=") && !has("*/")) return true;
  return includes_embedded(line, headers);
}

}  // namespace

bool self_contained(std::string_view source, std::span<const EmbeddedHeader> headers) {
  const std::string text = joined_lines(source);
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = std::min(rest.find_first_of("\n\r"), rest.size());
    if (!line_self_contained(rest.substr(0, end), headers)) return false;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return true;
}

}  // namespace heddle
