// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::compiler {

struct KernelContext;

/// Fills in the record; an error if the sub-groups do not have the required size.
void record_sub_groups(KernelContext& context);

}  // namespace heddle::compiler
