kernel void invert(global float* out, global const float* scale, global const int* order) {
  int i = get_global_id(0);
  out[order[i]] = 1 / scale[i];
  out[i] = 100 / order[i + 4];
}
//--- environment HEDDLE_CHECK=uninitialised
//--- buffer 32
//--- unwritten 32
//--- unwritten 32
//--- global 4
//--- expect
heddle-check: kernel 'invert' computes an address from a value that nobody has written.
  The value comes from 'order', a buffer of 32 bytes.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:3:17 in 'invert':
      out[order[i]] = 1 / scale[i];
                    ^
heddle-check: kernel 'invert' divides by a value that nobody has written.
  The value comes from 'order', a buffer of 32 bytes.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:4:16 in 'invert':
      out[i] = 100 / order[i + 4];
                   ^
heddle-check: the fault at <source>:3:17 (uninitialised address) happened 4 times in this launch of 'invert'.
heddle-check: the fault at <source>:4:16 (uninitialised divisor) happened 4 times in this launch of 'invert'.
