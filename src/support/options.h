// SPDX-License-Identifier: Apache-2.0
// The environment variables that the driver reads; the table is options.def.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace heddle {

namespace option {
using Text = std::string;
using Flag = bool;
using Count = uint64_t;
}  // namespace option

struct Options {
#define HEDDLE_OPTION(field, variable, type, value, help) option::type field = value;
#include "support/options.def"
#undef HEDDLE_OPTION
};

/// Returns the options, read from the environment at the first call; in secure execution all are
/// the defaults.
const Options& options();

/// Does as `options` with any source of values (null: not set). A value that cannot be parsed
/// leaves the default and adds a sentence to `complaints`.
Options parse_options(const std::function<const char*(const char* variable)>& get,
                      std::string* complaints = nullptr);

/// Returns the text of docs/environment.md.
std::string options_markdown();

}  // namespace heddle
