// Local memory belongs to one thread. Its atomic operations are marked here and become plain ones after work-groups;
// those on global memory stay. Volatile accesses stay so while the code is that of one work-item.
// RUN: %cl %s | heddle-opt --kernel test --until optimize-work-item - | FileCheck --check-prefix=MARK %s
// RUN: %cl %s | heddle-opt --kernel test --until lower-local-atomics - | FileCheck --check-prefix=PLAIN %s

// MARK-LABEL: @test(
// MARK: atomicrmw add ptr %l, i32 1 syncscope("singlethread")
// MARK: cmpxchg ptr {{.*}} syncscope("singlethread")
// MARK: load volatile i32, ptr
// MARK: store volatile i32
// MARK: atomicrmw or ptr {{.*}} syncscope("singlethread") seq_cst
// MARK: atomicrmw add ptr %g, i32 2 monotonic
// MARK: atomicrmw or ptr {{.*}}, i32 9 seq_cst

// PLAIN-LABEL: @heddle_kernel(
// PLAIN-NOT: {{singlethread|volatile}}
// PLAIN: atomicrmw add ptr {{[^"]*}} monotonic
// PLAIN-NOT: {{singlethread|volatile}}
// PLAIN: atomicrmw or ptr {{[^"]*}}, i32 9 seq_cst
// PLAIN-NOT: {{singlethread|volatile}}
// PLAIN: br label
kernel void test(global int* g, local int* l, volatile local int* v) {
  local atomic_int count;
  atomic_inc(l);
  atomic_cmpxchg(v, 3, 4);
  v[7] += 2;
  bool odd = get_local_id(0) & 1;
  generic atomic_int* somewhere_local = odd ? &count : (local atomic_int*)(l + 8);
  atomic_fetch_or(somewhere_local, 3);
  atomic_add(g, 2);
  generic atomic_int* anywhere = odd ? (generic atomic_int*)&count : (generic atomic_int*)(global atomic_int*)g;
  atomic_fetch_or(anywhere, 9);
}
