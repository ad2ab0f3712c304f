// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr double kRate = 0.02, kVolatility = 0.3;

double normal_cdf(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

double black_scholes_put(double s, double k, double t) {
  const double deviation = kVolatility * std::sqrt(t);
  const double d1 = (std::log(s / k) + (kRate + kVolatility * kVolatility / 2) * t) / deviation;
  const double discounted = k * std::exp(-kRate * t);
  return discounted * normal_cdf(deviation - d1) - s * normal_cdf(-d1);
}

template <typename T>
Bench black_scholes(const Scale& scale, const char* name, const char* kernel, double tolerance) {
  constexpr bool kDouble = sizeof(T) == 8;
  const size_t n = scale(kDouble ? 1 << 18 : 1 << 20, 1000);
  return {.name = name,
          .kernel = kernel,
          .options = kDouble ? "-DT=double" : "",
          .needs = kDouble ? "cl_khr_fp64" : "",
          .global = {n},
          .arguments = {output<T>(n), output<T>(n), input<T>(n, uniform(1, 5, 30)),
                        input<T>(n, uniform(2, 1, 100)), input<T>(n, uniform(3, 0.25, 10)),
                        value(static_cast<T>(kRate)), value(static_cast<T>(kVolatility))},
          .check = each<T>(1, {.absolute = tolerance},
                           [](const Data& d, size_t i) {
                             return black_scholes_put(d.get<T>(2)[i], d.get<T>(3)[i],
                                                      d.get<T>(4)[i]);
                           }),
          .bytes = 5.0 * sizeof(T) * n,
          .precision = kDouble ? Precision::kDouble : Precision::kSingle};
}

/// A tree over one year.
struct Tree {
  int steps;

  double up() const { return std::exp(kVolatility / std::sqrt(steps)); }
  double discount() const { return std::exp(-kRate / steps); }
  double chance() const { return (std::exp(kRate / steps) - 1 / up()) / (up() - 1 / up()); }

  double put(double price, double strike, bool american) const {
    std::vector<double> values(static_cast<size_t>(steps) + 1);
    const auto gain = [&](int step, size_t node) {
      return strike - price * std::pow(up(), 2.0 * static_cast<double>(node) - step);
    };
    for (size_t node = 0; node < values.size(); ++node)
      values[node] = std::max(0.0, gain(steps, node));
    for (int step = steps - 1; step >= 0; --step) {
      for (size_t node = 0; node <= static_cast<size_t>(step); ++node) {
        values[node] = discount() * (chance() * values[node + 1] + (1 - chance()) * values[node]);
        if (american) values[node] = std::max(values[node], gain(step, node));
      }
    }
    return values[0];
  }
};

Bench binomial(const Scale& scale, const char* name, Tree tree, size_t group) {
  const size_t options = group ? scale(512, 8) : scale(1 << 15, 200);
  return {
      .name = name,
      .kernel = name,
      .global = {options * std::max<size_t>(1, group)},
      .local = group ? std::vector{group} : std::vector<size_t>{},
      .arguments = {output<float>(options), input<float>(options, uniform(1, 5, 30)),
                    input<float>(options, uniform(2, 5, 50)), value(static_cast<float>(tree.up())),
                    value(static_cast<float>(tree.discount() * tree.chance())),
                    value(static_cast<float>(tree.discount() * (1 - tree.chance())))},
      .check = each<float>(0, {.absolute = 5e-3, .samples = 60},
                           [=](const Data& d, size_t i) {
                             return tree.put(d.get<float>(1)[i], d.get<float>(2)[i], group != 0);
                           }),
      .flops = (group ? 5.0 : 3.0) * options * tree.steps * tree.steps / 2};
}

constexpr cl_uint kPaths = 8;
constexpr int kPathSteps = 32;

double mean_over_paths(uint32_t item, double price, double strike, double drift, double deviation) {
  uint32_t state = item * 2654435761u;
  const auto random = [&] {
    state = state * 747796405u + 2891336453u;
    const uint32_t word = (state >> ((state >> 28) + 4) ^ state) * 277803737u;
    return (word >> 22 ^ word) >> 8;
  };
  double total = 0;
  for (cl_uint path = 0; path < kPaths; ++path) {
    double logarithm = 0, sum = 0;
    for (int step = 0; step < kPathSteps; step += 2) {
      const double radius = deviation * std::sqrt(-2 * std::log((random() + 1) / 0x1p24));
      const double angle = 2 * M_PI * random() / 0x1p24;
      sum += std::exp(logarithm += drift + radius * std::cos(angle));
      sum += std::exp(logarithm += drift + radius * std::sin(angle));
    }
    total += std::max(0.0, price * sum / kPathSteps - strike);
  }
  return total / kPaths;
}

Bench monte_carlo(const Scale& scale) {
  const size_t n = scale(1 << 14, 300);
  constexpr double kPrice = 100, kStrike = 95;
  const double drift = (kRate - kVolatility * kVolatility / 2) / kPathSteps;
  const double deviation = kVolatility / std::sqrt(static_cast<double>(kPathSteps));
  return {.name = "monte_carlo",
          .kernel = "monte_carlo",
          .global = {n},
          .arguments = {output<float>(n), value(static_cast<float>(kPrice)),
                        value(static_cast<float>(kStrike)), value(static_cast<float>(drift)),
                        value(static_cast<float>(deviation)), value(kPaths)},
          .check = each<float>(0, {.absolute = 2e-3}, [=](const Data&, size_t i) {
            return mean_over_paths(static_cast<uint32_t>(i), kPrice, kStrike, drift, deviation);
          })};
}

}  // namespace

Family finance(const Scale& scale) {
  return {
      "finance",
      {black_scholes<float>(scale, "black_scholes", "black_scholes", 1e-4),
       black_scholes<float>(scale, "black_scholes_polynomial", "black_scholes_polynomial", 1e-4),
       black_scholes<double>(scale, "black_scholes_double", "black_scholes", 1e-11),
       binomial(scale, "binomial_group", Tree{255}, 256),
       binomial(scale, "binomial_private", Tree{64}, 0), monte_carlo(scale)}};
}

}  // namespace heddle::bench
