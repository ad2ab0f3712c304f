// SPDX-License-Identifier: Apache-2.0
// A request to a helper program, and its outcome.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "helper/process.h"
#include "support/cancellation.h"

namespace heddle::helper {

struct Outcome {
  std::vector<unsigned char> output;
  std::string complaint;  ///< the last lines of the complaints
  bool whole = false;     ///< whether the output is complete
};

/// Sends a request and waits for its end. If the process was ended from outside without a word,
/// `program` gets the input once more. No end of the process harms this one. `folder` is the
/// working directory. Fails with HDC_INTERNAL_ERROR if the request could not be made. If
/// `cancellation`, which may be null, is cancelled, the work ends and the output is not whole.
Result<Outcome> request(Program& program, const Call& call, std::span<const unsigned char> input,
                        const char* folder = "/", Cancellation* cancellation = nullptr);

}  // namespace heddle::helper
