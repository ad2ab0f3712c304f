// SPDX-License-Identifier: Apache-2.0
// §6.13.16 pipes, under Clang's names for their functions. The compiler turns every opaque type
// into a plain pointer before it links the library, so pipes and reservations are pointers here. A
// pipe is the address of its hd_pipe (kernel_abi.h), which explains the ring. A reservation is the
// number of its first slot, counted from 1.
//
// Nobody waits for anybody: a slot that somebody else has been given and is not done with does not
// count. So work-items may run one after the other, as lanes of a vector, or on many threads.
#include "hd.h"

typedef struct {
  uint max_packets, packet_size;
  global uint* turns;
  global uint* counts;
  global uchar* packets;
  ulong reserved1[4];
  ulong write_position, reserved2[7];
  ulong read_position, reserved3[7];
} Pipe;

typedef private void* PipeArg;
typedef private void* Reservation;

#define NONE ((Reservation)0)
#define GLOBAL_ATOMIC(T, POINTER) ((global atomic_##T*)(POINTER))
#define LOAD(T, POINTER, ORDER) __c11_atomic_load(GLOBAL_ATOMIC(T, POINTER), ORDER)

HD_INLINE global Pipe* ring_of(PipeArg arg) {
  return (global Pipe*)(generic Pipe*)arg;
}

// ---- Slots.

// Claims `count` slots, all or none, to be read (`reads` is 1) or to be written (0). Returns the
// number of the first one, counted from 1; 0 if there are too few. The compiler keeps functions
// named __hd_call_*: a vector of work-items calls them once for each.
__attribute__((noinline)) uint __hd_call_pipe_claim(global Pipe* ring, uint count, uint reads) {
  const uint max = ring->max_packets;
  if (count - 1 >= max) return 0;
  global atomic_ulong* position =
      GLOBAL_ATOMIC(ulong, reads ? &ring->read_position : &ring->write_position);
  ulong begin = __c11_atomic_load(position, __ATOMIC_RELAXED);
  for (;;) {
    uint slot = (uint)begin, turn = 2 * (uint)(begin >> 32) + reads, ready = 0;
    for (; ready < count && LOAD(uint, &ring->turns[slot], __ATOMIC_ACQUIRE) == turn; ++ready) {
      if (++slot == max) slot = 0, turn += 2;
    }
    if (ready == count) {
      const ulong end = (ulong)(turn >> 1) << 32 | slot;
      if (__c11_atomic_compare_exchange_strong(position, &begin, end, __ATOMIC_RELAXED,
                                               __ATOMIC_RELAXED))
        break;
    } else {
      const ulong now = __c11_atomic_load(position, __ATOMIC_RELAXED);
      if (now == begin) return 0;
      begin = now;
    }
  }
  ring->counts[(uint)begin] = count;
  return (uint)begin + 1;
}

HD_INLINE void release(global uint* turn) {
  __c11_atomic_store(GLOBAL_ATOMIC(uint, turn), *turn + 1, __ATOMIC_RELEASE);
}

__attribute__((noinline)) void __hd_call_pipe_commit(global Pipe* ring, uint first) {
  uint slot = first - 1;
  if (slot >= ring->max_packets) return;
  for (uint left = ring->counts[slot]; left > 0; --left) {
    release(&ring->turns[slot]);
    if (++slot == ring->max_packets) slot = 0;
  }
}

// ---- Packets. Size and alignment are constants once these are inlined.

#define COPY(T) \
  for (uint i = 0; i < size / sizeof(T); ++i) ((generic T*)to)[i] = ((const generic T*)from)[i];

HD_INLINE void copy(generic void* to, const generic void* from, uint size, uint align) {
  if (align % 8 == 0) {
    COPY(ulong)
  } else if (align % 4 == 0) {
    COPY(uint)
  } else if (align % 2 == 0) {
    COPY(ushort)
  } else {
    COPY(uchar)
  }
}

HD_INLINE generic void* packet(global Pipe* ring, uint slot, uint size) {
  return ring->packets + (ulong)slot * size;
}

// Fails for a kernel that takes the pipe for one of other packets.
#define ONE_PACKET(READS, TO, FROM)                              \
  global Pipe* ring = ring_of(arg);                              \
  if (size != ring->packet_size) return -1;                      \
  const uint claimed = __hd_call_pipe_claim(ring, 1, READS);     \
  if (claimed == 0) return -1;                                   \
  generic void* const in_pipe = packet(ring, claimed - 1, size); \
  copy(TO, FROM, size, align);                                   \
  release(&ring->turns[claimed - 1]);                            \
  return 0;

int __read_pipe_2(PipeArg arg, generic void* to, uint size, uint align) {
  ONE_PACKET(1, to, in_pipe)
}

int __write_pipe_2(PipeArg arg, const generic void* from, uint size,
                   uint align){ONE_PACKET(0, in_pipe, from)}
#define RESERVED_PACKET(TO, FROM)                                                      \
  global Pipe* ring = ring_of(arg);                                                    \
  const ulong first = (ulong)reservation - 1;                                          \
  if (size != ring->packet_size || first >= ring->max_packets) return -1;              \
  if (index >= ring->counts[first]) return -1;                                         \
  const ulong slot = first + index;                                                    \
  generic void* const in_pipe =                                                        \
      packet(ring, slot >= ring->max_packets ? slot - ring->max_packets : slot, size); \
  copy(TO, FROM, size, align);                                                         \
  return 0;

int __read_pipe_4(PipeArg arg, Reservation reservation, uint index, generic void* to, uint size,
                  uint align) {
  RESERVED_PACKET(to, in_pipe)
}

int __write_pipe_4(PipeArg arg, Reservation reservation, uint index, const generic void* from,
                   uint size, uint align){RESERVED_PACKET(in_pipe, from)}

// ---- Reservations.

HD_INLINE uint reserve(PipeArg arg, uint count, uint reads, uint size) {
  global Pipe* ring = ring_of(arg);
  return size == ring->packet_size ? __hd_call_pipe_claim(ring, count, reads) : 0;
}

HD_INLINE void commit(PipeArg arg, Reservation reservation) {
  if (reservation != NONE) __hd_call_pipe_commit(ring_of(arg), (uint)(ulong)reservation);
}

Reservation __hd_null_reserve_id(void) {  // CLK_NULL_RESERVE_ID
  return NONE;
}
bool is_valid(Reservation reservation) __asm__("_Z19is_valid_reserve_id13ocl_reserveid");
bool is_valid(Reservation reservation) {
  return reservation != NONE;
}

#define FIRST_ITEM ((__hd_local_id(0) | __hd_local_id(1) | __hd_local_id(2)) == 0)
#define WAIT() __hd_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_work_group)

// Reserves for the group, by one work-item. The others are done with the packets when one commits;
// the last barrier of `reserve` lets the next function use the scratch memory.
HD_INLINE __attribute__((convergent)) Reservation group_reserve(PipeArg arg, uint count, uint reads,
                                                                uint size) {
  generic uint* scratch = (generic uint*)__hd_group_scratch();
  if (FIRST_ITEM) *scratch = reserve(arg, count, reads, size);
  WAIT();
  const uint reservation = *scratch;
  WAIT();
  return (Reservation)(ulong)reservation;
}

HD_INLINE __attribute__((convergent)) void group_commit(PipeArg arg, Reservation reservation) {
  WAIT();
  if (FIRST_ITEM) commit(arg, reservation);
}

// Reserves for a sub-group, which is one vector.
HD_INLINE __attribute__((convergent)) Reservation sub_group_reserve(PipeArg arg, uint count,
                                                                    uint reads, uint size) {
  uint reservation = 0;
  if (__hd_lane_id() == 0) reservation = reserve(arg, count, reads, size);
  return (Reservation)(ulong)__hd_lanes_broadcast_u32(reservation, 0);
}

HD_INLINE __attribute__((convergent)) void sub_group_commit(PipeArg arg, Reservation reservation) {
  __hd_vector_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group);
  if (__hd_lane_id() == 0) commit(arg, reservation);
}

#define FUNCTIONS(NAME, READS)                                                               \
  Reservation __reserve_##NAME##_pipe(PipeArg arg, uint count, uint size, uint align) {      \
    (void)align;                                                                             \
    return (Reservation)(ulong)reserve(arg, count, READS, size);                             \
  }                                                                                          \
  void __commit_##NAME##_pipe(PipeArg arg, Reservation reservation, uint size, uint align) { \
    (void)size, (void)align;                                                                 \
    commit(arg, reservation);                                                                \
  }                                                                                          \
  __attribute__((convergent)) Reservation __work_group_reserve_##NAME##_pipe(                \
      PipeArg arg, uint count, uint size, uint align) {                                      \
    (void)align;                                                                             \
    return group_reserve(arg, count, READS, size);                                           \
  }                                                                                          \
  __attribute__((convergent)) void __work_group_commit_##NAME##_pipe(                        \
      PipeArg arg, Reservation reservation, uint size, uint align) {                         \
    (void)size, (void)align;                                                                 \
    group_commit(arg, reservation);                                                          \
  }                                                                                          \
  __attribute__((convergent)) Reservation __sub_group_reserve_##NAME##_pipe(                 \
      PipeArg arg, uint count, uint size, uint align) {                                      \
    (void)align;                                                                             \
    return sub_group_reserve(arg, count, READS, size);                                       \
  }                                                                                          \
  __attribute__((convergent)) void __sub_group_commit_##NAME##_pipe(                         \
      PipeArg arg, Reservation reservation, uint size, uint align) {                         \
    (void)size, (void)align;                                                                 \
    sub_group_commit(arg, reservation);                                                      \
  }

FUNCTIONS(read, 1)
FUNCTIONS(write, 0)

// ---- Queries (§6.13.16.6).

// Returns the number of packets; those that somebody is still writing, or reading, count.
HD_INLINE uint num_packets(PipeArg arg) {
  global Pipe* ring = ring_of(arg);
  const ulong read = LOAD(ulong, &ring->read_position, __ATOMIC_ACQUIRE);
  const ulong written = LOAD(ulong, &ring->write_position, __ATOMIC_RELAXED);
  const uint laps = ((uint)(written >> 32) - (uint)(read >> 32)) & 0x7fffffff;
  const uint count = laps * ring->max_packets + (uint)written - (uint)read;
  return count < ring->max_packets ? count : ring->max_packets;
}

#define QUERIES(ACCESS)                                                      \
  uint __get_pipe_num_packets_##ACCESS(PipeArg arg, uint size, uint align) { \
    (void)size, (void)align;                                                 \
    return num_packets(arg);                                                 \
  }                                                                          \
  uint __get_pipe_max_packets_##ACCESS(PipeArg arg, uint size, uint align) { \
    (void)size, (void)align;                                                 \
    return ring_of(arg)->max_packets;                                        \
  }

QUERIES(ro)
QUERIES(wo)
