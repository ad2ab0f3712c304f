// SPDX-License-Identifier: Apache-2.0
// Settings for single programs, in files that users may write (docs/profiles.md). No file is read
// here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle {

/// A set of settings for the programs that have one of these executables or libraries.
struct Profile {
  std::string name;
  std::vector<std::string> executables;  ///< patterns of file names, as a shell's
  std::vector<std::string> libraries;    ///< the same, of files that the process has mapped
  std::vector<std::pair<std::string, std::string>> settings;  ///< variables and their values
};

/// Reads the profiles in `text`. A line that cannot be understood is left out, and adds a sentence
/// with `file` and its number to `complaints`. `variables`: those that a profile may set.
std::vector<Profile> parse_profiles(std::string_view text, std::string_view file,
                                    std::span<const std::string_view> variables,
                                    std::vector<std::string>& complaints);

/// Tells whether the profile is for a process with this executable and these files mapped. Only the
/// last part of a path counts.
bool is_for(const Profile& profile, std::string_view executable,
            std::span<const std::string> mapped);

}  // namespace heddle
