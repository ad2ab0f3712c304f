// SPDX-License-Identifier: Apache-2.0
// A request to a helper program, and what came of it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "helper/process.h"
#include "support/cancellation.h"

namespace heddle::helper {

struct Outcome {
  std::vector<unsigned char> output;
  std::string complaint;  ///< the last lines of what was said
  bool whole = false;     ///< the output
};

/// Waits for it, and gives `program` the input again if it was ended from outside without a word.
/// Whatever becomes of the process, this one does not notice. `folder`: where it is to work.
/// HDC_INTERNAL_ERROR if the request could not be made. If `cancellation`, which may be null, is
/// cancelled, the work ends and the output is not whole.
Result<Outcome> request(Program& program, const Call& call, std::span<const unsigned char> input,
                        const char* folder = "/", Cancellation* cancellation = nullptr);

}  // namespace heddle::helper
