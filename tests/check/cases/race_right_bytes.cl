kernel void pack(global uchar* out, global ushort* wide) {
  int i = get_global_id(0);
  out[i] = i;
  wide[i] = out[i];
}
//--- options -heddle-check=races
//--- buffer 16
//--- buffer 32
//--- global 16
//--- group 4
//--- expect
