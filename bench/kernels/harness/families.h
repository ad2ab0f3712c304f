// SPDX-License-Identifier: Apache-2.0
// Every family of benchmarks, in the order in which they run.
#pragma once

#include "bench.h"

namespace heddle::bench {

Family streaming(const Scale& scale);
Family strided(const Scale& scale);
Family gather(const Scale& scale);
Family reduction(const Scale& scale);
Family scan(const Scale& scale);
Family workgroup(const Scale& scale);
Family subgroup(const Scale& scale);
Family subgroup_extended(const Scale& scale);
Family transpose(const Scale& scale);
Family fft(const Scale& scale);
Family sort(const Scale& scale);
Family nbody(const Scale& scale);
Family histogram(const Scale& scale);
Family gemm(const Scale& scale);
Family stencil(const Scale& scale);
Family filter(const Scale& scale);
Family image(const Scale& scale);
Family sparse(const Scale& scale);
Family cluster(const Scale& scale);
Family divergent(const Scale& scale);
Family hash(const Scale& scale);
Family random(const Scale& scale);
Family finance(const Scale& scale);
Family math(const Scale& scale);
Family half(const Scale& scale);
Family practice(const Scale& scale);
Family task(const Scale& scale);

inline constexpr Family (*kFamilies[])(const Scale&) = {
    streaming, strided,  gather,  reduction, scan,      workgroup, subgroup, subgroup_extended,
    transpose, fft,      sort,    nbody,     histogram, gemm,      stencil,  filter,
    image,     sparse,   cluster, divergent, hash,      random,    finance,  math,
    half,      practice, task};

}  // namespace heddle::bench
