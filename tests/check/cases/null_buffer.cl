kernel void clear(global int* out) {
  out[get_global_id(0)] = 0;
}
//--- null
//--- global 4
//--- expect
heddle-check: kernel 'clear' writes through a null pointer, 'out': 4 bytes at address 0.
  The access of 4 bytes was not made.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:2:25 in 'clear':
      out[get_global_id(0)] = 0;
                            ^
heddle-check: the fault at <source>:2:25 (write through null) happened 4 times in this launch of 'clear'.
