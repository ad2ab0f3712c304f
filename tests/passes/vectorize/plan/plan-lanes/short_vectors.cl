// Short vectors of the program are scalars before work-items become lanes: also bitcasts between different numbers of
// elements, reductions, variable indices, volatile accesses, copies of structures.
// RUN: %cl %s | heddle-opt --kernel test --until plan-lanes - | FileCheck %s

typedef struct {
  float4 place;
  float3 direction;
  uint colour;
} Body;

// CHECK-LABEL: define {{.*}}@test(
// CHECK-NOT: {{= (load|call|select|bitcast|extractelement|insertelement|shufflevector|fadd|add) .*<[0-9]+ x }}
// CHECK-NOT: {{store (volatile )?<}}
// CHECK-NOT: {{memcpy| i128}}
// CHECK: ret void
// CHECK-LABEL: define {{.*}}@test.scalar(
// CHECK: {{<[0-9]+ x }}
kernel void test(global Body* bodies, global uchar4* c, global long2* l, global float4* f, volatile global int4* v, int i) {
  size_t id = get_global_id(0);
  Body body = bodies[id];
  body.place += body.direction.xyzz * f[id];
  body.colour = as_uint(c[id]);
  bodies[id + 1] = body;
  l[id] = mul_hi(as_long2(f[id + 1]), l[id + 1]);
  c[id] = as_uchar4(as_int(c[id + 1]) + all(f[id] > 0.0f));
  f[id][i & 3] = dot(f[id], sin(f[id + 2]));
  v[id] += 1;
}
