// SPDX-License-Identifier: Apache-2.0
// What instructions compiled kernels may use, from cpuid and xgetbv, never from the CPU's name:
// virtual machines lie about that. The canonical form is LLVM's: "+avx2,+fma,...", in the order of
// one table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

/// What the machine and its operating system support.
std::string host_cpu_features();

/// `host`, restricted as HEDDLE_CPU_FEATURES describes (options.def). What others of the list need
/// goes with them: "-avx" takes avx2 and avx512f away.
std::string restrict_cpu_features(std::string_view host, std::string_view restriction);

/// The features that kernels are compiled for in this process: both of the above, decided once.
const std::string& cpu_features();

/// Whether the canonical list has `name` ("avx2").
bool has_cpu_feature(std::string_view features, std::string_view name);

/// Bytes of the widest vector register for integers and for floating-point values.
struct VectorBytes {
  uint32_t integers;
  uint32_t floats;
};
VectorBytes vector_bytes(std::string_view features);

/// Who made the processor, as cpuid says: "AuthenticAMD", and the PCI vendor id of that company (0
/// if not known).
struct CpuVendor {
  std::string name;
  uint32_t pci_id;
};
CpuVendor cpu_vendor();

/// Which of the vendor's processors it is, by cpuid's leaf 1; zeros if it has none.
struct CpuModel {
  uint32_t signature;  ///< as cpuid gives it
  uint32_t family, model, stepping;
};
CpuModel cpu_model();

}  // namespace heddle
