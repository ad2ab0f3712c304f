kernel void scale(global const float* in, float by) {
  size_t i = get_global_id(0);
  ((global float*)in)[i] *= by;
}
//--- buffer 64
//--- int 0
//--- global 16
//--- expect
heddle-check: kernel 'scale' writes 'in', which is read-only: element 0 of 'in', which has 16.
  The access of 4 bytes was not made.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:3:26 in 'scale':
      ((global float*)in)[i] *= by;
                             ^
heddle-check: the fault at <source>:3:26 (write to read-only memory) happened 16 times in this launch of 'scale'.
