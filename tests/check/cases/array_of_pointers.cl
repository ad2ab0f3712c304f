kernel void rows(global int* out, global const int* a, global const int* b) {
  global const int* row[2] = {a, b};
  int i = get_global_id(0);
  out[i] = row[i & 1][i];
}
//--- buffer 64
//--- buffer 64
//--- buffer 32
//--- global 16
//--- expect
heddle-check: kernel 'rows' reads past the end of 'b': element 9 of 'b', which has 8.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (9, 0, 0), group (0, 0, 0), local id (9, 0, 0).
  At <source>:4:12 in 'rows':
      out[i] = row[i & 1][i];
               ^
heddle-check: the fault at <source>:4:12 (read past end) happened 4 times in this launch of 'rows'.
