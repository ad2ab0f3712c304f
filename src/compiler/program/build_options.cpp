// SPDX-License-Identifier: Apache-2.0
#include "compiler/program/build_options.h"

#include <algorithm>
#include <optional>
#include <span>

#include "abi/checks.h"
#include "abi/compiler_interface.h"

namespace heddle::compiler {
namespace {

template <class Options>
struct Switch {
  std::string_view name;
  bool Options::*flag;
};

constexpr Switch<CompileOptions> kCompileSwitches[] = {
    {"-cl-single-precision-constant", &CompileOptions::single_precision_constant},
    {"-cl-denorms-are-zero", &CompileOptions::denorms_are_zero},
    {"-cl-fp32-correctly-rounded-divide-sqrt", &CompileOptions::correctly_rounded_divide_sqrt},
    {"-cl-opt-disable", &CompileOptions::opt_disable},
    {"-cl-mad-enable", &CompileOptions::mad_enable},
    {"-cl-no-signed-zeros", &CompileOptions::no_signed_zeros},
    {"-cl-unsafe-math-optimizations", &CompileOptions::unsafe_math},
    {"-cl-finite-math-only", &CompileOptions::finite_math_only},
    {"-cl-fast-relaxed-math", &CompileOptions::fast_relaxed_math},
    {"-cl-strict-aliasing", &CompileOptions::strict_aliasing},
    {"-cl-uniform-work-group-size", &CompileOptions::uniform_work_group_size},
    {"-cl-no-subgroup-ifp", &CompileOptions::no_subgroup_ifp},
    {"-cl-kernel-arg-info", &CompileOptions::kernel_arg_info},
    {"-heddle-report", &CompileOptions::report},
    {"-g", &CompileOptions::debug},
    {"-w", &CompileOptions::no_warnings},
    {"-Werror", &CompileOptions::warnings_are_errors},
};

constexpr Switch<LinkOptions> kLinkSwitches[] = {
    {"-create-library", &LinkOptions::create_library},
    {"-enable-link-options", &LinkOptions::enable_link_options},
    {"-cl-denorms-are-zero", &LinkOptions::denorms_are_zero},
    {"-cl-no-signed-zeroes", &LinkOptions::no_signed_zeros},  // the spelling of §5.8.7
    {"-cl-no-signed-zeros", &LinkOptions::no_signed_zeros},   // the spelling of §5.8.6
    {"-cl-unsafe-math-optimizations", &LinkOptions::unsafe_math},
    {"-cl-finite-math-only", &LinkOptions::finite_math_only},
    {"-cl-fast-relaxed-math", &LinkOptions::fast_relaxed_math},
    {"-cl-no-subgroup-ifp", &LinkOptions::no_subgroup_ifp},
    {"-heddle-report", &LinkOptions::report},
};

struct Language {
  std::string_view name;
  unsigned version;
  unsigned cpp = 0;
};
// The languages. C++ for OpenCL 2021 is compatible with OpenCL C 3.0.
constexpr Language kLanguages[] = {
    {"CL1.0", 100},      {"CL1.1", 110},         {"CL1.2", 120},
    {"CL2.0", 200},      {"CL3.0", 300},         {"CL3.1", 310},
    {"CLC++", 200, 100}, {"CLC++1.0", 200, 100}, {"CLC++2021", 300, 2021}};

Error invalid(std::string why) {
  return {HDC_INVALID_OPTIONS, std::move(why)};
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Splits words at white space. Double quotes keep white space together, and a backslash keeps a
/// quote, a backslash or a space. Single quotes are left alone: they are character constants in
/// definitions.
Result<std::vector<std::string>> split(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!quoted && is_space(c)) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word.emplace();
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '"')
      quoted = !quoted;
    else if (c == '\\' && (next == '"' || next == '\\' || next == ' '))
      word->push_back(text[++i]);
    else
      word->push_back(c);
  }
  if (quoted) return invalid("a double quote in the options is not closed");
  if (word) words.push_back(*std::move(word));
  return words;
}

/// Checks `-D name`, `-D name=definition`, `-D name(arguments)=definition`.
Result<std::string> macro(std::string text) {
  const auto is_letter = [](char c) {
    return c == '_' || c == '$' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const auto is_name = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  const auto end = std::ranges::find_if_not(text, is_name);
  const bool named = end != text.begin() && is_letter(text.front());
  if (!named || (end != text.end() && *end != '=' && *end != '('))
    return invalid("-D is not followed by the name of a macro: '" + text + "'");
  // "the definition will be truncated by embedded newline characters" (§5.8.6)
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  return text;
}

template <class Options>
bool set_switch(std::span<const Switch<Options>> table, std::string_view word, Options& options) {
  const auto found = std::ranges::find(table, word, &Switch<Options>::name);
  if (found == table.end()) return false;
  options.*found->flag = true;
  return true;
}

/// Tells whether it is an option for Level Zero's compiler: runtimes of SYCL pass them on.
bool is_of_level_zero(std::string_view word) {
  return word.starts_with("-ze-");
}

/// Takes the checks of -heddle-check=LIST. Returns false for other options.
Result<bool> set_checks(std::string_view word, CommonOptions& options) {
  constexpr std::string_view kOption = "-heddle-check=";
  if (!word.starts_with(kOption)) return false;
  options.checks |= TRY(parse_checks(word.substr(kOption.size())));
  return true;
}

Status set_language(std::string_view name, CompileOptions& options) {
  const auto found = std::ranges::find(kLanguages, name, &Language::name);
  if (found == std::end(kLanguages))
    return invalid("-cl-std=" + std::string(name) + " names no supported language");
  options.language = found->version;
  options.cpp = found->cpp;
  return {};
}

}  // namespace

Result<CompileOptions> parse_compile_options(std::string_view text) {
  CompileOptions options;
  auto words = TRY(split(text));
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (set_switch<CompileOptions>(kCompileSwitches, word, options)) continue;
    if (TRY(set_checks(word, options))) continue;
    if (word.starts_with("-cl-std=")) {
      TRY(set_language(word.substr(8), options));
    } else if (word == "-x") {
      if (++i == words.size() || words[i] != "spir") return invalid("-x is not followed by spir");
      options.spir = true;
    } else if (word.starts_with("-spir-std=")) {
      if (word.substr(10) != "1.2") return invalid(std::string(word) + " is not supported");
    } else if (word.starts_with("-D") || word.starts_with("-I")) {
      const bool joined = word.size() > 2;
      if (!joined && ++i == words.size()) return invalid(std::string(word) + " needs an argument");
      auto argument = joined ? std::string(word.substr(2)) : words[i];
      if (word[1] == 'D')
        options.macros.push_back(TRY(macro(std::move(argument))));
      else
        options.folders.push_back(std::move(argument));
    } else if (is_of_level_zero(word)) {
      options.ignored.emplace_back(word);
    } else {
      return invalid("unknown option '" + std::string(word) + "'");
    }
  }
  return options;
}

Result<LinkOptions> parse_link_options(std::string_view text) {
  LinkOptions options;
  for (const auto& word : TRY(split(text))) {
    if (set_switch<LinkOptions>(kLinkSwitches, word, options)) continue;
    if (!is_of_level_zero(word)) return invalid("unknown link option '" + word + "'");
    options.ignored.push_back(word);
  }
  // "This option must be specified with the create-library option." (§5.8.7)
  if (options.enable_link_options && !options.create_library)
    return invalid("-enable-link-options needs -create-library");
  return options;
}

std::string ignored_options(const CommonOptions& options) {
  std::string text;
  for (const auto& option : options.ignored)
    text += "warning: the option '" + option + "' of Level Zero is ignored\n";
  return text;
}

Status suit_program(const CompileOptions& options, bool is_spir) {
  if (is_spir || !options.spir) return {};
  return invalid("-x spir is for programs that are SPIR binaries");
}

}  // namespace heddle::compiler
