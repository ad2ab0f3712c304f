kernel void reduce(global int* out, local int* part, int n) {
  int i = get_local_id(0);
  part[i] = i;
  for (int step = n / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < step) part[i] += part[i + step];
  }
  if (i == 0) out[get_group_id(0)] = part[0];
}
//--- buffer 16
//--- local 256
//--- int 64
//--- global 256
//--- group 64
