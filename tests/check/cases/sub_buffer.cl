kernel void fill(global int* part) {
  part[get_global_id(0)] = 7;
}
//--- sub-buffer 128 64
//--- global 20
//--- expect
heddle-check: kernel 'fill' writes past the end of 'part': element 16 of 'part', which has 16.
  The access of 4 bytes was not made.
  Work-item: global id (16, 0, 0), group (0, 0, 0), local id (16, 0, 0).
  At <source>:2:26 in 'fill':
      part[get_global_id(0)] = 7;
                             ^
heddle-check: the fault at <source>:2:26 (write past end) happened 4 times in this launch of 'fill'.
