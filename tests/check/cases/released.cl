kernel void late(global int* out) {
  out[get_global_id(0)] = 1;
}
//--- released 64
//--- global 16
//--- expect
heddle-check: kernel 'late' writes memory that was released: element 0 of 'out', which had 16.
  The access of 4 bytes was not made.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:2:25 in 'late':
      out[get_global_id(0)] = 1;
                            ^
heddle-check: the fault at <source>:2:25 (use after release) happened 16 times in this launch of 'late'.
