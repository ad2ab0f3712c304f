kernel void rows(global int* out, int n) {
  local int first[4], second[8];
  local int* row[2];
  int i = get_local_id(0);
  row[0] = first;
  row[1] = second;
  row[i & 1][i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = row[n][i & 3];
}
//--- buffer 32
//--- int 1
//--- global 8
//--- group 8
//--- expect
heddle-check: kernel 'rows' writes past the end of the memory that a pointer is of: element 4 of it, which has 4.
  The access of 4 bytes was not made.
  Work-item: global id (4, 0, 0), group (0, 0, 0), local id (4, 0, 0).
  At <source>:7:17 in 'rows':
      row[i & 1][i] = i;
                    ^
heddle-check: the fault at <source>:7:17 (write past end) happened 2 times in this launch of 'rows'.
