typedef struct {
  int count;
  int values[4];
  int sum;
} list;
kernel void fill(global list* lists) {
  global list* l = &lists[get_global_id(0)];
  for (int i = 0; i <= 4; ++i) l->values[i] = i;
}
//--- buffer 96
//--- global 4
//--- expect
heddle-check: kernel 'fill' writes past the end of an array within 'lists': element 5 of 'lists', which has 24.
  The access of 4 bytes was not made.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:8:45 in 'fill':
      for (int i = 0; i <= 4; ++i) l->values[i] = i;
                                                ^
heddle-check: the fault at <source>:8:45 (index past end of array) happened 4 times in this launch of 'fill'.
