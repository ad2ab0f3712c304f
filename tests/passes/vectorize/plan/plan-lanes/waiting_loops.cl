// Loops in which a lane would wait for another one stay scalar; those that always advance do not.
// RUN: %cl %s | heddle-opt --kernel spin --until plan-lanes - | FileCheck %s --check-prefix SCALAR
// RUN: %cl %s | heddle-opt --kernel turn --until plan-lanes - | FileCheck %s --check-prefix SCALAR
// RUN: %cl %s | heddle-opt --kernel bit --until plan-lanes - | FileCheck %s --check-prefix SCALAR
// RUN: %cl %s | heddle-opt --kernel chosen --until plan-lanes - | FileCheck %s --check-prefix SCALAR
// RUN: %cl %s | heddle-opt --kernel marked --until plan-lanes - | FileCheck %s --check-prefix SCALAR
// RUN: %cl %s | heddle-opt --kernel add --until plan-lanes - | FileCheck %s --check-prefix LANES
// RUN: %cl %s | heddle-opt --kernel table --until plan-lanes - | FileCheck %s --check-prefix LANES
// RUN: %cl %s | heddle-opt --kernel add_floats --until plan-lanes - | FileCheck %s --check-prefix LANES
// RUN: %cl %s | heddle-opt --kernel floats_add --until plan-lanes - | FileCheck %s --check-prefix LANES
// RUN: %cl %s | heddle-opt --kernel phases --until plan-lanes - | FileCheck %s --check-prefix LANES

// plan-lanes keeps a scalar copy of what it plans lanes for.
// SCALAR-NOT: .scalar(
// LANES: define {{.*}}.scalar(

kernel void spin(volatile global int* lock, global int* value) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) {}
  *value += 1;
  atomic_xchg(lock, 0);
}

kernel void turn(volatile global uint* next, volatile global uint* serving, global int* value) {
  uint mine = atomic_inc(next);
  while (*serving != mine) {}
  *value += 1;
  *serving = mine + 1;
}

kernel void bit(volatile global uint* word, global int* value) {
  uint old;
  do {
    old = *word & ~1u;
  } while (atomic_cmpxchg(word, old, old | 1) != old);
  *value += 1;
  atomic_and(word, ~1u);
}

// The lock is no part of the condition that ends the loop, but decides whether an iteration comes to it.
kernel void chosen(volatile global int* lock, global int* value, global int* tries, int wanted) {
  for (int n = 0;;) {
    if (atomic_xchg(lock, 1) == 0) {
      tries[get_global_id(0)] = ++n;
      if (n >= wanted) break;
      atomic_xchg(lock, 0);
    }
  }
  *value += 1;
  atomic_xchg(lock, 0);
}

// It decides on which of several ways an iteration gets the value that ends the loop.
kernel void marked(volatile global int* lock, global int* value, global int* tries, global const int* in) {
  size_t i = get_global_id(0), n = 0;
  int got = 0;
  do {
    if (in[i + n++]) {
      if (atomic_xchg(lock, 1) == 0) {
        tries[i] = n;
        got = 1;
      }
    } else {
      tries[i + n] = 0;
      got = 2;
    }
  } while (!got);
  if (got == 1) {
    *value += 1;
    atomic_xchg(lock, 0);
  }
}

// What the iteration has read is exchanged, though others write there, too.
kernel void add(volatile global uint* sums, global const float* in, global uint* out) {
  size_t i = get_global_id(0);
  uint old;
  do {
    old = sums[i % 7];
  } while (atomic_cmpxchg(&sums[i % 7], old, as_uint(as_float(old) + in[i])) != old);
  sums[i % 7 + 8] = old;
  out[i] = old;
}

// The old value is compared as a float, on either side (that of a cast is kept where both are casts).
kernel void add_floats(volatile global float* sums, global const float* in) {
  size_t i = get_global_id(0);
  float old;
  do {
    old = sums[i % 7];
  } while (as_float(atomic_cmpxchg((volatile global uint*)&sums[i % 7], as_uint(old), as_uint(old + in[i]))) != old);
  sums[i % 7 + 8] = old;
}

kernel void floats_add(volatile global uint* sums, global const float* in) {
  size_t i = get_global_id(0);
  uint old;
  do {
    old = sums[i % 7];
  } while (as_float(atomic_cmpxchg(&sums[i % 7], old, as_uint(as_float(old) + in[i]))) != as_float(old));
  sums[i % 7 + 8] = old;
}

kernel void table(volatile global uint* places, global const uint* in, global uint* out) {
  size_t i = get_global_id(0);
  uint place = in[i] % 1024;
  while (atomic_cmpxchg(&places[place], 0u, in[i]) != 0) place = (place + 1) % 1024;
  out[i] = place;
}

// Written before the barrier in front of the loop, and after the one after it.
kernel void phases(global uint* out, global const uint* in) {
  local uint places[256];
  size_t i = get_local_id(0);
  places[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint place = in[i] % 256;
  while (atomic_cmpxchg(&places[place], 0u, in[i]) != 0) place = (place + 1) % 256;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = places[i];
  places[i] = place;
}
