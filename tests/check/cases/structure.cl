typedef struct {
  global int* data;
  int size;
} list;
int at(const list* l, int i) {
  return l->data[i];
}
kernel void copy(global int* out, global int* in, int n) {
  list l = {in, n};
  int i = get_global_id(0);
  out[i] = at(&l, i);
}
//--- buffer 64
//--- buffer 32
//--- int 8
//--- global 16
//--- expect
heddle-check: kernel 'copy' reads past the end of 'in': element 8 of 'in', which has 8.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (8, 0, 0), group (0, 0, 0), local id (8, 0, 0).
  At <source>:6:10 in 'at':
      return l->data[i];
             ^
heddle-check: the fault at <source>:6:10 (read past end) happened 8 times in this launch of 'copy'.
