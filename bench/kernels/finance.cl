// SPDX-License-Identifier: Apache-2.0
// Prices of options. Rate and volatility are the same for all.

T normal_cdf(T x) {
  return (T)0.5 * erfc(-x * (T)0.70710678118654752440);
}

kernel void black_scholes(global T* call, global T* put, global const T* prices,
                          global const T* strikes, global const T* years, T rate, T volatility) {
  size_t i = get_global_id(0);
  T s = prices[i], k = strikes[i], t = years[i];
  T deviation = volatility * sqrt(t);
  T d1 = (log(s / k) + (rate + (T)0.5 * volatility * volatility) * t) / deviation;
  T d2 = d1 - deviation;
  T discounted = k * exp(-rate * t);
  T value = s * normal_cdf(d1) - discounted * normal_cdf(d2);
  call[i] = value;
  put[i] = value - s + discounted;
}

// The polynomial of Abramowitz and Stegun (26.2.17), as most samples have it.
float normal_cdf_polynomial(float x) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
  float poly =
      k * (0.319381530f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = 0.39894228f * exp(-0.5f * x * x) * poly;
  return x > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes_polynomial(global float* call, global float* put,
                                     global const float* prices, global const float* strikes,
                                     global const float* years, float rate, float volatility) {
  size_t i = get_global_id(0);
  float s = prices[i], k = strikes[i], t = years[i];
  float deviation = volatility * sqrt(t);
  float d1 = (log(s / k) + (rate + 0.5f * volatility * volatility) * t) / deviation;
  float discounted = k * exp(-rate * t);
  float value = s * normal_cdf_polynomial(d1) - discounted * normal_cdf_polynomial(d1 - deviation);
  call[i] = value;
  put[i] = value - s + discounted;
}

#define STEPS 255

// A tree of 255 steps for each group of 256; American put.
kernel void binomial_group(global float* out, global const float* prices,
                           global const float* strikes, float up, float discount_up,
                           float discount_down) {
  local float values[STEPS + 1];
  int node = get_local_id(0);
  float strike = strikes[get_group_id(0)], price = prices[get_group_id(0)];
  values[node] = fmax(0.0f, strike - price * pown(up, 2 * node - STEPS));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = STEPS - 1; step >= 0; --step) {
    float value = 0;
    if (node <= step)
      value = fmax(discount_up * values[node + 1] + discount_down * values[node],
                   strike - price * pown(up, 2 * node - step));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (node <= step) values[node] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (node == 0) out[get_group_id(0)] = values[0];
}

#define PRIVATE_STEPS 64

// A tree in the private memory of each work-item; European put.
kernel void binomial_private(global float* out, global const float* prices,
                             global const float* strikes, float up, float discount_up,
                             float discount_down) {
  size_t i = get_global_id(0);
  float values[PRIVATE_STEPS + 1];
  float price = prices[i] * pown(up, -PRIVATE_STEPS), strike = strikes[i];
  for (int node = 0; node <= PRIVATE_STEPS; ++node) {
    values[node] = fmax(0.0f, strike - price);
    price *= up * up;
  }
  for (int step = PRIVATE_STEPS; step > 0; --step)
    for (int node = 0; node < step; ++node)
      values[node] = discount_up * values[node + 1] + discount_down * values[node];
  out[i] = values[0];
}

uint next_random(uint* state) {
  *state = *state * 747796405u + 2891336453u;
  uint word = ((*state >> ((*state >> 28) + 4)) ^ *state) * 277803737u;
  return (word >> 22) ^ word;
}

// Asian call options: the mean along a path of 32 steps; each work-item writes the mean over its
// paths.
kernel void monte_carlo(global float* out, float price, float strike, float drift, float deviation,
                        uint paths) {
  uint i = get_global_id(0), state = i * 2654435761u;
  float total = 0;
  for (uint path = 0; path < paths; ++path) {
    float logarithm = 0, sum = 0;
    for (int step = 0; step < 32; step += 2) {
      float u = ((next_random(&state) >> 8) + 1) * 0x1p-24f, c;
      float radius = deviation * sqrt(-2.0f * log(u));
      float s = sincos((next_random(&state) >> 8) * (6.2831853f * 0x1p-24f), &c);
      logarithm += drift + radius * c;
      sum += exp(logarithm);
      logarithm += drift + radius * s;
      sum += exp(logarithm);
    }
    total += fmax(0.0f, price * sum / 32 - strike);
  }
  out[i] = total / paths;
}
