int third(const int* list, int n) {
  return list[n];
}
kernel void counts(global int* out) {
  int i = get_global_id(0);
  int seen[4] = {i, i + 1, i + 2, i + 3};
  out[i] = third(seen, i);
}
//--- buffer 24
//--- global 6
//--- expect
heddle-check: kernel 'counts' reads past the end of the private variable 'seen': element 4 of 'seen', which has 4.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (4, 0, 0), group (0, 0, 0), local id (4, 0, 0).
  At <source>:2:10 in 'third':
      return list[n];
             ^
heddle-check: the fault at <source>:2:10 (read past end) happened 2 times in this launch of 'counts'.
