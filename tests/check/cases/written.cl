typedef struct {
  char kind;
  double weight;
} item;
typedef union {
  int whole;
  uchar bytes[4];
} word;
int low(int x, int y) {
  int result;
  if (x < y)
    result = x;
  else
    result = y;
  return result;
}
kernel void right(global float3* vectors, global item* items, global int* numbers, local int* part, global float* packed) {
  local int total, list[4];
  int i = get_local_id(0), g = get_global_id(0);
  float3 v = (float3)(i, g, 1);
  vectors[g] = v;                          // the fourth element stays as it is
  float3 copy = vectors[g];
  vstore3(copy, g, packed);
  item one;
  one.kind = i;
  one.weight = g;
  items[g] = one;                          // with its padding
  item two = items[g];
  part[i] = low(i, 3) + two.kind;
  if (i == 0) total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&total, part[(i + 1) % 8]);
  barrier(CLK_LOCAL_MEM_FENCE);
  int some[8];
  for (int k = 0; k < i; ++k) some[k] = k;
  int sum = 0;
  for (int k = 0; k < i; ++k) sum += some[k];
  int never;
  int chosen = i >= 0 ? sum : never;
  word w;
  w.bytes[0] = w.bytes[1] = w.bytes[2] = w.bytes[3] = i;
  if (w.whole > 0x01010100 && chosen + total > 0 && two.weight >= 0 && copy.z > 0) numbers[g] = chosen / (total + 1);
  event_t done = async_work_group_copy(list, numbers + 8 * get_group_id(0), 4, 0);
  wait_group_events(1, &done);
  float whole, fraction = fract(packed[3 * g] + 0.5f, &whole);
  if (fraction > 2 || whole > 1000) numbers[g] = list[i % 4];
  switch (list[0] & 1) {
    case 0:
      if (i == 0 && g == 8 && total == 0) printf("%d %v3f\n", sum, vectors[g]);
  }
}
//--- environment HEDDLE_CHECK=uninitialised
//--- unwritten 256
//--- unwritten 256
//--- buffer 64
//--- local 32
//--- unwritten 192
//--- global 16
//--- group 8
