// SPDX-License-Identifier: Apache-2.0
// The instructions that compiled kernels may use. They come from cpuid and xgetbv, never from the
// CPU's name, which virtual machines get wrong. The canonical form is LLVM's: "+avx2,+fma,...", in
// the order of one table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

/// Returns the features that the machine and its operating system support.
std::string host_cpu_features();

/// Restricts `host` as HEDDLE_CPU_FEATURES says (options.def). A feature takes those that need it
/// along: "-avx" removes avx2 and avx512f, too.
std::string restrict_cpu_features(std::string_view host, std::string_view restriction);

/// Returns the features that kernels are compiled for in this process: both of the above, decided
/// once.
const std::string& cpu_features();

/// Tells whether the canonical list has `name` ("avx2").
bool has_cpu_feature(std::string_view features, std::string_view name);

/// Sizes in bytes of the widest vector register for integers and for floating-point values.
struct VectorBytes {
  uint32_t integers;
  uint32_t floats;
};
VectorBytes vector_bytes(std::string_view features);

/// The instructions that sum products of bytes: of unsigned by signed ones, and of any.
struct ByteProducts {
  bool mixed;
  bool any;
};
ByteProducts byte_products(std::string_view features);

/// The maker of the processor as cpuid gives it ("AuthenticAMD"), and the PCI vendor id of that
/// company (0 if unknown).
struct CpuVendor {
  std::string name;
  uint32_t pci_id;
};
CpuVendor cpu_vendor();

/// The processor's model, from cpuid's leaf 1; zeros if it has none.
struct CpuModel {
  uint32_t signature;  ///< as cpuid gives it
  uint32_t family, model, stepping;
};
CpuModel cpu_model();

}  // namespace heddle
