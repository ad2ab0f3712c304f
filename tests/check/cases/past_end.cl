kernel void saxpy(global float* out, global const float* x, global const float* y, float a) {
  size_t i = get_global_id(0);
  out[i] = a * x[i] + y[i];
}
//--- buffer 4096
//--- buffer 4352
//--- buffer 4352
//--- int 0
//--- global 1088
//--- group 64
//--- expect
heddle-check: kernel 'saxpy' writes past the end of 'out': element 1,024 of 'out', which has 1,024.
  The access of 4 bytes was not made.
  Work-item: global id (1024, 0, 0), group (16, 0, 0), local id (0, 0, 0).
  At <source>:3:10 in 'saxpy':
      out[i] = a * x[i] + y[i];
             ^
heddle-check: the fault at <source>:3:10 (write past end) happened 64 times in this launch of 'saxpy'.
