kernel void sum(global int* out, global int* a, global int* b, global int* c, global int* d, global int* e, global int* f) {
  int i = get_global_id(0);
  if (a[i] + b[i] + c[i] + d[i] == 0) out[i] = e[i];
  if (e[i] == 0) out[i] = 1;
  if (f[i] == 0) out[i] = 2;
}
//--- environment HEDDLE_CHECK=uninitialised
//--- buffer 64
//--- written 64 by write
//--- written 64 by fill
//--- written 64 by map
//--- written 64 by copy
//--- svm 64
//--- written 64 by copy-of-unwritten
//--- global 16
//--- expect
heddle-check: kernel 'sum' branches on a value that nobody has written.
  The value comes from a buffer of 64 bytes.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:12 in 'sum':
      if (f[i] == 0) out[i] = 2;
               ^
heddle-check: the fault at <source>:5:12 (uninitialised branch) happened 16 times in this launch of 'sum'.
