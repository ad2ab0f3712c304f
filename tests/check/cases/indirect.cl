kernel void follow(global int* out, global ulong* at) {
  global int* to = (global int*)at[0];
  out[get_global_id(0)] = to[get_global_id(0)];
}
//--- buffer 64
//--- pointer-to 32
//--- options -cl-std=CL2.0
//--- global 16
//--- expect
heddle-check: kernel 'follow' reads past the end of the memory that a pointer is of: element 8 of it, which has 8.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (8, 0, 0), group (0, 0, 0), local id (8, 0, 0).
  At <source>:3:27 in 'follow':
      out[get_global_id(0)] = to[get_global_id(0)];
                              ^
heddle-check: the fault at <source>:3:27 (read past end) happened 8 times in this launch of 'follow'.
