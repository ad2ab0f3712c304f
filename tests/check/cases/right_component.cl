kernel void component(global float4* out) {
  out[get_global_id(0)].y = 1;
}
//--- buffer 64 write-only
//--- global 4
