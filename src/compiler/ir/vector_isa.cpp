// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/vector_isa.h"

#include "support/cpu_features.h"

namespace heddle::compiler {

VectorIsa::VectorIsa(const llvm::TargetMachine& target) {
  std::string_view features = target.getTargetFeatureString();
  avx2_ = has_cpu_feature(features, "avx2");
  avx512_ = avx2_;
  for (const char* name : {"avx512f", "avx512bw", "avx512dq", "avx512vl"})
    avx512_ &= has_cpu_feature(features, name);
  half_ = has_cpu_feature(features, "avx512fp16");
  avx512_vnni_ = has_cpu_feature(features, "avx512vnni");
  avx_vnni_ = has_cpu_feature(features, "avxvnni");
  avx_vnni_int8_ = has_cpu_feature(features, "avxvnniint8");
  permutes_bytes_ = avx512_ && has_cpu_feature(features, "avx512vbmi");
}

unsigned VectorIsa::shuffle_bits(unsigned element) const {
  return avx512_ && (element > 8 || permutes_bytes_) ? 512 : 128;
}

}  // namespace heddle::compiler
