// SPDX-License-Identifier: Apache-2.0
#include "support/options.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "support/cpu_features_help.h"
#include "support/environment.h"
#include "support/uncancelled.h"

namespace heddle {
namespace {

bool parse(std::string_view text, option::Text& out) {
  out = text;
  return true;
}

bool parse(std::string_view text, option::Flag& out) {
  for (const std::string_view word : {"1", "on", "yes", "true"}) {
    if (text == word) return out = true;
  }
  for (const std::string_view word : {"0", "off", "no", "false", ""}) {
    if (text == word) return out = false, true;
  }
  return false;
}

bool parse(std::string_view text, option::Count& out) {
  option::Count value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  out = value;
  return true;
}

std::string show(const option::Text& value) {
  return value.empty() ? "empty" : "`" + value + "`";
}
std::string show(option::Flag value) {
  return value ? "`on`" : "`off`";
}
std::string show(option::Count value) {
  return "`" + std::to_string(value) + "`";
}

}  // namespace

Options parse_options(const std::function<const char*(const char*)>& get, std::string* complaints) {
  Options result;
#define HEDDLE_OPTION(field, variable, type, value, help)                                 \
  if (const char* text = get(variable); text && !parse(text, result.field) && complaints) \
    *complaints += std::string(variable) + ": cannot understand \"" + text + "\", ignored\n";
#include "support/options.def"
#undef HEDDLE_OPTION
  return result;
}

const Options& options() {
  static const Options& options = *[] {
    const Uncancelled uncancelled;
    std::string complaints;
    auto* parsed = new Options(parse_options(environment_variable, &complaints));
    if (!complaints.empty()) std::fputs(("heddle: " + complaints).c_str(), stderr);
    return parsed;  // leaked on purpose: no static destructors
  }();
  return options;
}

std::string options_markdown() {
  std::string text =
      "# Environment variables\n\n"
      "Generated from `src/support/options.def`; the test "
      "`support/Options.DocumentationIsUpToDate` checks it, and writes it "
      "when run with `HEDDLE_UPDATE_DOCS=1`.\n\n"
      "In secure execution (programs with the set-user-ID or set-group-ID bit or capabilities) no "
      "variable is obeyed, hwloc, which has variables of its own, is not asked (compute units are "
      "not bound and cannot be partitioned by affinity domain), and no file is written.\n\n"
      "| Variable | Default | Meaning |\n|---|---|---|\n";
// NOLINTBEGIN(bugprone-macro-parentheses): strings side by side
#define HEDDLE_OPTION(field, variable, type, value, help) \
  text +=                                                 \
      std::string("| `") + variable + "` | " + show(option::type(value)) + " | " + help + " |\n";
#include "support/options.def"
#undef HEDDLE_OPTION
  // NOLINTEND(bugprone-macro-parentheses)
  return text;
}

}  // namespace heddle
