kernel void averages(global int* out, global const int* sums, global const int* counts) {
  size_t i = get_global_id(0);
  out[i] = sums[i] / counts[i];
  if (counts[i] > 0) out[i] += sums[i] % counts[i];
}
//--- options -heddle-check=unspecified
//--- buffer 32
//--- buffer 32 from 5 by 1
//--- buffer 32 from 0 by 1
//--- global 8
//--- expect
heddle-check: kernel 'averages' divides by zero: 5 / 0.
  The result is unspecified.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:3:20 in 'averages':
      out[i] = sums[i] / counts[i];
                       ^
