// SPDX-License-Identifier: Apache-2.0
#include "platform/property_list.h"

#include <algorithm>
#include <string>

namespace heddle {

Result<PropertyList> PropertyList::read(const cl_ulong* properties,
                                        std::span<const KnownProperty> known, cl_int invalid,
                                        const char* of) {
  PropertyList read;
  if (!properties) return read;
  const cl_ulong* at = properties;
  while (*at) {
    const cl_ulong name = *at++;
    const auto found = std::ranges::find(known, name, &KnownProperty::name);
    if (found == known.end()) return Error{invalid, std::string("unknown property of ") + of};
    if (std::ranges::find(read.given_, name, &Given::name) != read.given_.end())
      return Error{invalid, std::string("a property of ") + of + " is given twice"};
    const auto begin = static_cast<size_t>(at - properties);
    size_t size = 1;
    if (found->is_list)
      for (size = 0; at[size];) ++size;
    read.given_.push_back({name, begin, size});
    at += found->is_list ? size + 1 : 1;
  }
  read.words_.assign(properties, at + 1);
  return read;
}

std::optional<std::span<const cl_ulong>> PropertyList::list(cl_ulong name) const {
  const auto found = std::ranges::find(given_, name, &Given::name);
  if (found == given_.end()) return std::nullopt;
  return std::span(words_).subspan(found->begin, found->size);
}

std::optional<cl_ulong> PropertyList::value(cl_ulong name) const {
  const auto words = list(name);
  return words ? std::optional(words->front()) : std::nullopt;
}

}  // namespace heddle
