kernel void spread(global float4* out) {
  int i = get_global_id(0);
  if (i & 1) out[i / 2].x = i;
  else out[i / 2].w = i;
}
//--- options -heddle-check=races
//--- buffer 256
//--- global 32
//--- group 4
//--- expect
