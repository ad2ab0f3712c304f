// SPDX-License-Identifier: Apache-2.0
// Extended sub-group functions: those that only some work-items of a sub-group need to call, and
// those that exchange values between work-items.
#include "hd.h"

uint HD_OVERLOAD get_max_sub_group_size(void);

// Calls EACH(F, ...): F(type, computation type, suffix of the intrinsics, add, multiply, min, max,
// least value, greatest value).
#define SMALL_INTEGERS(F)                                      \
  F(char, int, i32, add, mul, smin, smax, CHAR_MIN, CHAR_MAX)  \
  F(uchar, uint, u32, add, mul, umin, umax, 0, UCHAR_MAX)      \
  F(short, int, i32, add, mul, smin, smax, SHRT_MIN, SHRT_MAX) \
  F(ushort, uint, u32, add, mul, umin, umax, 0, USHRT_MAX)
#define INTEGERS(F)                                            \
  SMALL_INTEGERS(F)                                            \
  F(int, int, i32, add, mul, smin, smax, INT_MIN, INT_MAX)     \
  F(uint, uint, u32, add, mul, umin, umax, 0, UINT_MAX)        \
  F(long, long, i64, add, mul, smin, smax, LONG_MIN, LONG_MAX) \
  F(ulong, ulong, u64, add, mul, umin, umax, 0, ULONG_MAX)
#define LARGE_FLOATS(F)                                             \
  F(float, float, f32, fadd, fmul, fmin, fmax, -INFINITY, INFINITY) \
  F(double, double, f64, fadd, fmul, fmin, fmax, -INFINITY, INFINITY)
#define FLOATS(F) \
  LARGE_FLOATS(F) \
  F(half, float, f32, fadd, fmul, fmin, fmax, -INFINITY, INFINITY)
// Halves move by their bits: signalling NaNs stay what they are.
#define HALF_MOVES(NAME, ARGUMENT)              \
  half HD_CONVERGENT NAME(half x, ARGUMENT a) { \
    return as_half(NAME(as_short(x), a));       \
  }

// ---- The active work-items, as bits.

HD_INLINE ulong bits_below(uint number) {
  return number < 64 ? (1ul << number) - 1 : ~0ul;
}

HD_INLINE ulong active(void) {
  return __hd_lanes_ballot(true);
}

HD_INLINE uint4 as_ballot(ulong bits) {
  return (uint4)((uint)bits, (uint)(bits >> 32), 0, 0);
}

// Returns the bits of a ballot that stand for work-items.
HD_INLINE ulong bits_of(uint4 ballot) {
  return (ballot.x | (ulong)ballot.y << 32) & bits_below(get_max_sub_group_size());
}

HD_INLINE ulong less(void) {
  return bits_below(__hd_lane_id());
}

HD_INLINE ulong less_or_equal(void) {
  return bits_below(__hd_lane_id() + 1);
}

HD_INLINE uint lowest(ulong bits) {
  return (uint)__builtin_ctzl(bits);
}

// ---- cl_khr_subgroup_extended_types

#define REDUCE(NAME, T, WIDE, WORD)        \
  T HD_CONVERGENT NAME(T x) {              \
    return (T)__hd_lanes_reduce_##WORD(x); \
  }
#define INCLUSIVE(NAME, T, WIDE, WORD)   \
  T HD_CONVERGENT NAME(T x) {            \
    return (T)__hd_lanes_scan_##WORD(x); \
  }
// Inactive work-items before this one contribute the identity of the larger type to the scan.
#define EXCLUSIVE(NAME, T, WIDE, WORD, SHIFT, IDENTITY, FIT)                                 \
  T HD_CONVERGENT NAME(T x) {                                                                \
    WIDE result = __hd_lanes_shift_##SHIFT(__hd_lanes_scan_##WORD((WIDE)x), (WIDE)IDENTITY); \
    return (T)FIT(result, (WIDE)IDENTITY);                                                   \
  }
#define AS_IT_IS(X, IDENTITY) (X)
#define AT_MOST(X, IDENTITY) ((X) > (IDENTITY) ? (IDENTITY) : (X))
#define AT_LEAST(X, IDENTITY) ((X) < (IDENTITY) ? (IDENTITY) : (X))
#define POSITIVE_ZERO(X, IDENTITY) ((X) + (IDENTITY))  // the identity of an addition is -0

#define SCANS(PREFIX, OP, T, WIDE, WORD, SHIFT, IDENTITY, FIT) \
  REDUCE(PREFIX##reduce_##OP, T, WIDE, WORD)                   \
  INCLUSIVE(PREFIX##scan_inclusive_##OP, T, WIDE, WORD)        \
  EXCLUSIVE(PREFIX##scan_exclusive_##OP, T, WIDE, WORD, SHIFT, IDENTITY, FIT)

#define ORDERED(PREFIX, T, WIDE, S, ADD, LEAST, MOST, LOW, HIGH)      \
  SCANS(PREFIX, add, T, WIDE, ADD##_##S, ADD##_##S, 0, POSITIVE_ZERO) \
  SCANS(PREFIX, min, T, WIDE, LEAST##_##S, ADD##_##S, HIGH, AT_MOST)  \
  SCANS(PREFIX, max, T, WIDE, MOST##_##S, ADD##_##S, LOW, AT_LEAST)

#define EXTENDED_ARITHMETIC(T, WIDE, S, ADD, MUL, LEAST, MOST, LOW, HIGH) \
  ORDERED(sub_group_, T, WIDE, S, ADD, LEAST, MOST, LOW, HIGH)
SMALL_INTEGERS(EXTENDED_ARITHMETIC)

#define BROADCAST(NAME, T, WIDE, S)                    \
  T HD_CONVERGENT NAME(T x, uint lane) {               \
    return (T)__hd_lanes_broadcast_##S((WIDE)x, lane); \
  }
#define BROADCAST_VECTORS(NAME, T)                      \
  T##2 HD_CONVERGENT NAME(T##2 x, uint lane) {          \
    return (T##2)(NAME(x.lo, lane), NAME(x.hi, lane));  \
  }                                                     \
  T##3 HD_CONVERGENT NAME(T##3 x, uint lane) {          \
    return (T##3)(NAME(x.xy, lane), NAME(x.z, lane));   \
  }                                                     \
  T##4 HD_CONVERGENT NAME(T##4 x, uint lane) {          \
    return (T##4)(NAME(x.lo, lane), NAME(x.hi, lane));  \
  }                                                     \
  T##8 HD_CONVERGENT NAME(T##8 x, uint lane) {          \
    return (T##8)(NAME(x.lo, lane), NAME(x.hi, lane));  \
  }                                                     \
  T##16 HD_CONVERGENT NAME(T##16 x, uint lane) {        \
    return (T##16)(NAME(x.lo, lane), NAME(x.hi, lane)); \
  }

#define BROADCAST_SMALL(T, WIDE, S, ...) BROADCAST(sub_group_broadcast, T, WIDE, S)
#define BROADCAST_DECLARED(T, ...) T HD_CONVERGENT sub_group_broadcast(T x, uint lane);
#define BROADCAST_ALL(T, ...) BROADCAST_VECTORS(sub_group_broadcast, T)
SMALL_INTEGERS(BROADCAST_SMALL)
INTEGERS(BROADCAST_DECLARED)
FLOATS(BROADCAST_DECLARED)
INTEGERS(BROADCAST_ALL)
FLOATS(BROADCAST_ALL)

// ---- cl_khr_subgroup_non_uniform_vote

int HD_CONVERGENT sub_group_elect(void) {
  return lowest(active()) == __hd_lane_id();
}

int HD_CONVERGENT sub_group_non_uniform_all(int predicate) {
  return __hd_lanes_ballot(predicate == 0) == 0;
}

int HD_CONVERGENT sub_group_non_uniform_any(int predicate) {
  return __hd_lanes_ballot(predicate != 0) != 0;
}

#define ALL_EQUAL(T, WIDE, S, ...)                                    \
  int HD_CONVERGENT sub_group_non_uniform_all_equal(T x) {            \
    WIDE first = __hd_lanes_broadcast_##S((WIDE)x, lowest(active())); \
    return __hd_lanes_ballot(!((WIDE)x == first)) == 0;               \
  }
INTEGERS(ALL_EQUAL)
FLOATS(ALL_EQUAL)
// ---- cl_khr_subgroup_ballot

#define NON_UNIFORM_BROADCAST(T, WIDE, S, ...)                     \
  BROADCAST(sub_group_non_uniform_broadcast, T, WIDE, S)           \
  BROADCAST_VECTORS(sub_group_non_uniform_broadcast, T)            \
  T HD_CONVERGENT sub_group_broadcast_first(T x) {                 \
    return (T)__hd_lanes_broadcast_##S((WIDE)x, lowest(active())); \
  }
INTEGERS(NON_UNIFORM_BROADCAST)
LARGE_FLOATS(NON_UNIFORM_BROADCAST)
HALF_MOVES(sub_group_non_uniform_broadcast, uint)
BROADCAST_VECTORS(sub_group_non_uniform_broadcast, half)
half HD_CONVERGENT sub_group_broadcast_first(half x) {
  return as_half(sub_group_broadcast_first(as_short(x)));
}

uint4 HD_CONVERGENT sub_group_ballot(int predicate) {
  return as_ballot(__hd_lanes_ballot(predicate != 0));
}

int HD_OVERLOAD sub_group_inverse_ballot(uint4 value) {
  return (int)(bits_of(value) >> __hd_lane_id() & 1);
}

int HD_OVERLOAD sub_group_ballot_bit_extract(uint4 value, uint index) {
  return index < 64 ? (int)(bits_of(value) >> index & 1) : 0;
}

uint HD_OVERLOAD sub_group_ballot_bit_count(uint4 value) {
  return (uint)__builtin_popcountl(bits_of(value));
}

uint HD_CONVERGENT sub_group_ballot_inclusive_scan(uint4 value) {
  return (uint)__builtin_popcountl(bits_of(value) & less_or_equal());
}

uint HD_CONVERGENT sub_group_ballot_exclusive_scan(uint4 value) {
  return (uint)__builtin_popcountl(bits_of(value) & less());
}

uint HD_CONVERGENT sub_group_ballot_find_lsb(uint4 value) {
  const ulong bits = bits_of(value);
  return bits ? lowest(bits) : 0;
}

uint HD_CONVERGENT sub_group_ballot_find_msb(uint4 value) {
  const ulong bits = bits_of(value);
  return bits ? 63 - (uint)__builtin_clzl(bits) : 0;
}

uint4 HD_OVERLOAD get_sub_group_eq_mask(void) {
  return as_ballot(1ul << __hd_lane_id());
}

uint4 HD_OVERLOAD get_sub_group_ge_mask(void) {
  return as_ballot(~less() & bits_below(get_max_sub_group_size()));
}

uint4 HD_OVERLOAD get_sub_group_gt_mask(void) {
  return as_ballot(~less_or_equal() & bits_below(get_max_sub_group_size()));
}

uint4 HD_OVERLOAD get_sub_group_le_mask(void) {
  return as_ballot(less_or_equal());
}

uint4 HD_OVERLOAD get_sub_group_lt_mask(void) {
  return as_ballot(less());
}

// ---- cl_khr_subgroup_non_uniform_arithmetic

#define ARITHMETIC(T, WIDE, S, ADD, MUL, LEAST, MOST, LOW, HIGH)           \
  ORDERED(sub_group_non_uniform_, T, WIDE, S, ADD, LEAST, MOST, LOW, HIGH) \
  SCANS(sub_group_non_uniform_, mul, T, WIDE, MUL##_##S, ADD##_##S, 1, AS_IT_IS)
#define BITWISE(T, WIDE, S, ADD, ...)                                           \
  SCANS(sub_group_non_uniform_, and, T, WIDE, and_##S, ADD##_##S, -1, AS_IT_IS) \
  SCANS(sub_group_non_uniform_, or, T, WIDE, or_##S, ADD##_##S, 0, AS_IT_IS)    \
  SCANS(sub_group_non_uniform_, xor, T, WIDE, xor_##S, ADD##_##S, 0, AS_IT_IS)
INTEGERS(ARITHMETIC)
FLOATS(ARITHMETIC)
INTEGERS(BITWISE)
#define NONE(BITS) ((BITS) == 0)
#define SOME(BITS) ((BITS) != 0)
#define ODD(BITS) (__builtin_popcountl(BITS) & 1)
#define LOGICAL(OP, VOTE, JUDGE)                                               \
  int HD_CONVERGENT sub_group_non_uniform_reduce_logical_##OP(int p) {         \
    return JUDGE(__hd_lanes_ballot(VOTE));                                     \
  }                                                                            \
  int HD_CONVERGENT sub_group_non_uniform_scan_inclusive_logical_##OP(int p) { \
    return JUDGE(__hd_lanes_ballot(VOTE) & less_or_equal());                   \
  }                                                                            \
  int HD_CONVERGENT sub_group_non_uniform_scan_exclusive_logical_##OP(int p) { \
    return JUDGE(__hd_lanes_ballot(VOTE) & less());                            \
  }
LOGICAL(and, p == 0, NONE)
LOGICAL(or, p != 0, SOME)
LOGICAL(xor, p != 0, ODD)
// ---- cl_khr_subgroup_shuffle, cl_khr_subgroup_shuffle_relative, cl_khr_subgroup_rotate

#define SHUFFLES(T, WIDE, S, ...)                                                    \
  T HD_CONVERGENT sub_group_shuffle(T x, uint lane) {                                \
    return (T)__hd_lanes_shuffle_##S((WIDE)x, lane);                                 \
  }                                                                                  \
  T HD_CONVERGENT sub_group_shuffle_xor(T x, uint mask) {                            \
    return (T)__hd_lanes_shuffle_##S((WIDE)x, __hd_lane_id() ^ mask);                \
  }                                                                                  \
  T HD_CONVERGENT sub_group_shuffle_up(T x, uint delta) {                            \
    return (T)__hd_lanes_shuffle_##S((WIDE)x, __hd_lane_id() - delta);               \
  }                                                                                  \
  T HD_CONVERGENT sub_group_shuffle_down(T x, uint delta) {                          \
    return (T)__hd_lanes_shuffle_##S((WIDE)x, __hd_lane_id() + delta);               \
  }                                                                                  \
  T HD_CONVERGENT sub_group_rotate(T x, int delta) {                                 \
    return (T)__hd_lanes_shuffle_##S((WIDE)x, rotated(delta));                       \
  }                                                                                  \
  T HD_CONVERGENT sub_group_clustered_rotate(T x, int delta, uint cluster) {         \
    uint lane = __hd_lane_id();                                                      \
    uint in_cluster = (lane + (uint)delta) & (cluster - 1);                          \
    return (T)__hd_lanes_shuffle_##S((WIDE)x, (lane & ~(cluster - 1)) | in_cluster); \
  }

// Returns the rotated lane. The size of a sub-group of a small work-group need not be a power of
// two.
HD_INLINE uint rotated(int delta) {
  const uint size = get_max_sub_group_size(), lane = __hd_lane_id() + (uint)delta;
  if ((size & (size - 1)) == 0) return lane & (size - 1);
  const int rest = (int)lane % (int)size;
  return (uint)(rest < 0 ? rest + (int)size : rest);
}
INTEGERS(SHUFFLES)
LARGE_FLOATS(SHUFFLES)
HALF_MOVES(sub_group_shuffle, uint)
HALF_MOVES(sub_group_shuffle_xor, uint)
HALF_MOVES(sub_group_shuffle_up, uint)
HALF_MOVES(sub_group_shuffle_down, uint)
HALF_MOVES(sub_group_rotate, int)
half HD_CONVERGENT sub_group_clustered_rotate(half x, int delta, uint cluster) {
  return as_half(sub_group_clustered_rotate(as_short(x), delta, cluster));
}

// ---- cl_khr_subgroup_clustered_reduce

// Inactive work-items take part with the identity. There is no branch in it: all lanes have to run
// together.
#define STEP(DISTANCE, S, COMBINE)                                \
  other = __hd_lanes_shuffle_##S(all, __hd_lane_id() ^ DISTANCE); \
  all = size > DISTANCE ? COMBINE(all, other) : all;
#define CLUSTERED(NAME, T, WIDE, S, IDENTITY, COMBINE)               \
  T HD_CONVERGENT NAME(T x, uint cluster) {                          \
    WIDE all = __hd_lanes_fill_##S((WIDE)x, (WIDE)IDENTITY), other;  \
    uint size = __hd_lanes_broadcast_u32(cluster, lowest(active())); \
    STEP(1, S, COMBINE)                                              \
    STEP(2, S, COMBINE)                                              \
    STEP(4, S, COMBINE)                                              \
    STEP(8, S, COMBINE)                                              \
    STEP(16, S, COMBINE)                                             \
    STEP(32, S, COMBINE)                                             \
    return (T)all;                                                   \
  }
#define ADD(A, B) ((A) + (B))
#define MUL(A, B) ((A) * (B))
#define MIN(A, B) ((B) < (A) ? (B) : (A))
#define MAX(A, B) ((A) < (B) ? (B) : (A))
#define AND(A, B) ((A) & (B))
#define OR(A, B) ((A) | (B))
#define XOR(A, B) ((A) ^ (B))
#define CLUSTERED_ARITHMETIC(T, WIDE, S, A, M, L, H, LOW, HIGH)    \
  CLUSTERED(sub_group_clustered_reduce_add, T, WIDE, S, 0, ADD)    \
  CLUSTERED(sub_group_clustered_reduce_mul, T, WIDE, S, 1, MUL)    \
  CLUSTERED(sub_group_clustered_reduce_min, T, WIDE, S, HIGH, MIN) \
  CLUSTERED(sub_group_clustered_reduce_max, T, WIDE, S, LOW, MAX)
#define CLUSTERED_BITWISE(T, WIDE, S, ...)                       \
  CLUSTERED(sub_group_clustered_reduce_and, T, WIDE, S, -1, AND) \
  CLUSTERED(sub_group_clustered_reduce_or, T, WIDE, S, 0, OR)    \
  CLUSTERED(sub_group_clustered_reduce_xor, T, WIDE, S, 0, XOR)
INTEGERS(CLUSTERED_ARITHMETIC)
FLOATS(CLUSTERED_ARITHMETIC)
INTEGERS(CLUSTERED_BITWISE)

#define CLUSTERED_LOGICAL(OP)                                                      \
  int HD_CONVERGENT sub_group_clustered_reduce_logical_##OP(int p, uint cluster) { \
    return sub_group_clustered_reduce_##OP((int)(p != 0), cluster);                \
  }
CLUSTERED_LOGICAL(and) CLUSTERED_LOGICAL(or) CLUSTERED_LOGICAL(xor)
