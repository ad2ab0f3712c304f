// SPDX-License-Identifier: Apache-2.0
// Lists of properties: names, each followed by its value, up to a 0.
#pragma once

#include <CL/cl.h>

#include <optional>
#include <span>
#include <vector>

#include "support/result.h"

namespace heddle {

/// A name that a list may have, at most once.
struct KnownProperty {
  cl_ulong name;
  bool is_list = false;  ///< the value is words up to a 0, not one word
};

class PropertyList {
 public:
  /// Reads a list `of` something. `properties` may be null. Fails with `invalid` if it has an
  /// unknown name, or a name twice.
  static Result<PropertyList> read(const cl_ulong* properties, std::span<const KnownProperty> known,
                                   cl_int invalid, const char* of);

  /// Returns the one word of a property, if it is given.
  std::optional<cl_ulong> value(cl_ulong name) const;
  /// Returns the words of a property that is a list.
  std::optional<std::span<const cl_ulong>> list(cl_ulong name) const;
  /// Returns the whole list with its 0, as queries tell it; empty if it is null.
  const std::vector<cl_ulong>& words() const { return words_; }

 private:
  struct Given {
    cl_ulong name;
    size_t begin, size;  ///< those of the value
  };

  std::vector<cl_ulong> words_;
  std::vector<Given> given_;
};

}  // namespace heddle
