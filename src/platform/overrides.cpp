// SPDX-License-Identifier: Apache-2.0
#include "platform/overrides.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "support/beside.h"
#include "support/environment.h"
#include "support/file.h"
#include "support/log.h"
#include "support/options.h"
#include "support/profiles.h"
#include "support/uncancelled.h"

namespace heddle {
namespace {

/// The variables that a profile may set: those for answers to queries, and those that go into
/// hdc_target. All others that code depends on are read from the environment alone.
constexpr std::string_view kVariables[] = {
    "HEDDLE_PLATFORM_NAME",  "HEDDLE_PLATFORM_VENDOR",  "HEDDLE_DEVICE_NAME",
    "HEDDLE_DEVICE_VENDOR",  "HEDDLE_DEVICE_VENDOR_ID", "HEDDLE_DEVICE_TYPE",
    "HEDDLE_DRIVER_VERSION", "HEDDLE_DEVICE_UUID",      "HEDDLE_DRIVER_UUID",
    "HEDDLE_OPENCL_VERSION", "HEDDLE_SUBGROUP_SIZE",    "HEDDLE_COMPUTE_UNITS"};

using Settings = std::vector<std::pair<std::string, std::string>>;

// ---- Profiles.

/// Returns the contents of a regular file of at most a megabyte; nothing if there is none.
std::optional<std::string> contents(const std::string& path) {
  constexpr off_t kMost = off_t{1} << 20;
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  if (status.st_size > kMost) return std::nullopt;
  std::string text(static_cast<size_t>(status.st_size), '\0');
  if (!file.read(text.data(), text.size())) return std::nullopt;
  return text;
}

/// Returns the path of the user's own file; empty if there is no place for one.
std::string users_file() {
  if (!options().profiles.empty()) return options().profiles;
  const char* const config = environment_variable("XDG_CONFIG_HOME");
  if (config && *config == '/') return std::string(config) + "/heddle/profiles.conf";
  const char* const home = environment_variable("HOME");
  return home && *home == '/' ? std::string(home) + "/.config/heddle/profiles.conf" : "";
}

std::string executable() {
  char path[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof(path));
  return {path, size > 0 ? static_cast<size_t>(size) : 0};
}

std::vector<std::string> mapped_files() {
  std::vector<std::string> names;
  const auto add = [](dl_phdr_info* info, size_t, void* all) {
    static_cast<std::vector<std::string>*>(all)->emplace_back(info->dlpi_name);
    return 0;
  };
  ::dl_iterate_phdr(add, &names);
  return names;
}

bool has(const Settings& settings, std::string_view variable) {
  return std::ranges::any_of(settings, [&](const auto& each) { return each.first == variable; });
}

/// Adds the settings that the profiles of a file have for this process. Settings that exist already
/// stay.
void add_profiles_of(const std::string& path, const std::string& text, Settings& settings) {
  const std::string program = executable();
  const std::vector<std::string> mapped = mapped_files();
  std::vector<std::string> complaints;
  for (const Profile& profile : parse_profiles(text, path, kVariables, complaints)) {
    if (!is_for(profile, program, mapped)) continue;
    std::string what;
    for (const auto& [variable, value] : profile.settings) {
      const bool is_given = environment_variable(variable.c_str()) != nullptr;
      what += " " + variable + (is_given ? " (not set: the environment has it)" : "=" + value);
      if (!is_given && !has(settings, variable)) settings.emplace_back(variable, value);
    }
    log::info("the profile [" + profile.name + "] of " + path + " applies:" + what);
  }
  for (const std::string& each : complaints) log::error(each);
}

/// Reads the user's file first, then the one that lies beside the library.
Settings settings_of_profiles() {
  Settings settings;
  if (secure_execution() || options().profiles == "off") return settings;
  const std::string own = users_file();
  if (const auto text = contents(own)) {
    add_profiles_of(own, *text, settings);
  } else if (!options().profiles.empty()) {
    log::error("HEDDLE_PROFILES: " + own + " is no regular file of at most 1 MB that can be read");
  }
  for (const std::string& path : beside_this_library("heddle-profiles.conf")) {
    if (const auto text = contents(path)) {
      add_profiles_of(path, *text, settings);
      break;
    }
  }
  return settings;
}

// ---- Values.

std::optional<std::string> text_of(const std::string& value) {
  return value.empty() ? std::nullopt : std::optional(value);
}

void ignore(const char* variable, const char* what) {
  log::error(std::string(variable) + " is not " + what + ": ignored");
}

std::optional<cl_uint> number_of(const char* variable, const std::string& value) {
  if (value.empty()) return std::nullopt;
  const bool is_hex = value.starts_with("0x");
  cl_uint number = 0;
  const char* const end = value.data() + value.size();
  const auto result =
      std::from_chars(value.data() + (is_hex ? 2 : 0), end, number, is_hex ? 16 : 10);
  if (result.ec == std::errc{} && result.ptr == end) return number;
  ignore(variable, "a number of 32 bits, such as 32902 or 0x8086");
  return std::nullopt;
}

std::optional<Uuid> uuid_of(const char* variable, std::string value) {
  if (value.empty()) return std::nullopt;
  std::erase(value, '-');
  Uuid uuid{};
  bool is_right = value.size() == 2 * uuid.size();
  for (size_t i = 0; is_right && i < uuid.size(); ++i) {
    const char* const digits = &value[2 * i];
    is_right = std::from_chars(digits, digits + 2, uuid[i], 16).ptr == digits + 2;
  }
  if (is_right) return uuid;
  ignore(variable, "a UUID, which has 32 hexadecimal digits");
  return std::nullopt;
}

cl_device_type type_of(const std::string& value) {
  if (value == "gpu") return CL_DEVICE_TYPE_GPU;
  if (value == "accelerator") return CL_DEVICE_TYPE_ACCELERATOR;
  if (value != "cpu") ignore("HEDDLE_DEVICE_TYPE", "cpu, gpu or accelerator");
  return CL_DEVICE_TYPE_CPU;
}

OpenCLVersion version_of(const std::string& value) {
  if (value == "3.0") return {.major = 3, .minor = 0, .c_major = 3, .c_minor = 0};
  if (value == "3.1") return {.major = 3, .minor = 1, .c_major = 3, .c_minor = 1};
  if (value != "2.2") ignore("HEDDLE_OPENCL_VERSION", "2.2, 3.0 or 3.1");
  return {.major = 2, .minor = 2, .c_major = 2, .c_minor = 0};
}

Overrides look_up() {
  const Settings profiles = settings_of_profiles();
  const Options all = parse_options([&](const char* variable) -> const char* {
    if (const char* given = environment_variable(variable)) return given;
    const auto found = std::ranges::find(profiles, variable, &Settings::value_type::first);
    return found == profiles.end() ? nullptr : found->second.c_str();
  });
  return {.platform_name = text_of(all.platform_name),
          .platform_vendor = text_of(all.platform_vendor),
          .device_name = text_of(all.device_name),
          .device_vendor = text_of(all.device_vendor),
          .driver_version = text_of(all.driver_version),
          .device_vendor_id = number_of("HEDDLE_DEVICE_VENDOR_ID", all.device_vendor_id),
          .device_uuid = uuid_of("HEDDLE_DEVICE_UUID", all.device_uuid),
          .driver_uuid = uuid_of("HEDDLE_DRIVER_UUID", all.driver_uuid),
          .device_type = type_of(all.device_type),
          .compute_units = static_cast<cl_uint>(std::min<uint64_t>(all.compute_units, INT32_MAX)),
          .opencl_version = version_of(all.opencl_version),
          .sub_group_size = all.sub_group_size};
}

}  // namespace

const Overrides& overrides() {
  // Never destroyed: others may still ask when static destructors run.
  static const Overrides& overrides = *[] {
    const Uncancelled uncancelled;  // it reads files
    return new Overrides(look_up());
  }();
  return overrides;
}

}  // namespace heddle
