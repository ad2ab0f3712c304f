kernel void scatter(global float* out, global const int* order, global const int* counts) {
  int i = get_global_id(0);
  out[order[i]] = 1;
  out[i] /= 8 / counts[i];
}
//--- environment HEDDLE_CHECK=memory,barriers,uninitialised,unspecified
//--- buffer 32
//--- unwritten 32
//--- unwritten 32
//--- global 4
//--- expect
heddle-check: kernel 'scatter' computes an address from a value that nobody has written.
  The value comes from 'order', a buffer of 32 bytes.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:3:17 in 'scatter':
      out[order[i]] = 1;
                    ^
heddle-check: kernel 'scatter' divides by a value that nobody has written.
  The value comes from 'counts', a buffer of 32 bytes.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:4:15 in 'scatter':
      out[i] /= 8 / counts[i];
                  ^
heddle-check: kernel 'scatter' divides by zero: 8 / 0.
  The result is unspecified.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:4:15 in 'scatter':
      out[i] /= 8 / counts[i];
                  ^
heddle-check: the fault at <source>:4:15 (division by zero) happened 4 times in this launch of 'scatter'.
heddle-check: the fault at <source>:3:17 (uninitialised address) happened 8 times in this launch of 'scatter'.
heddle-check: the fault at <source>:4:15 (uninitialised divisor) happened 8 times in this launch of 'scatter'.
