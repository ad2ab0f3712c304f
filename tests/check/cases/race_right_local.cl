kernel void reverse(global int* out, local int* tile) {
  int i = get_local_id(0), n = get_local_size(0);
  tile[i] = out[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[n - 1 - i];
}
//--- options -heddle-check=races
//--- buffer 256
//--- local 64
//--- global 64
//--- group 16
//--- expect
