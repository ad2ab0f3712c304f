kernel void most(global int* out, global int* all) {
  int i = get_global_id(0);
  if (i < 12) out[i] = i;
  all[i] = i;
}
//--- environment HEDDLE_CHECK=uninitialised
//--- environment HEDDLE_CHECK_READS=1
//--- unwritten 64
//--- read
//--- unwritten 64
//--- read
//--- global 16
//--- expect
heddle-check: the host reads 16 bytes that nobody has written: of a buffer of 64 bytes, from byte 48 on.
