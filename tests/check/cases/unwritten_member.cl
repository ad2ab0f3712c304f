typedef struct {
  char kind;
  int weights[3];
} item;
kernel void weigh(global int* out, int n) {
  item one;
  one.kind = 1;
  for (int i = 0; i < n; ++i) one.weights[i] = i;
  item other = one;
  out[0] = other.weights[n - 1] > 0 ? other.kind : 2;
  if (other.weights[n] > 0) out[1] = 3;
}
//--- environment HEDDLE_CHECK=uninitialised
//--- buffer 32
//--- int 2
//--- expect
heddle-check: kernel 'weigh' branches on a value that nobody has written.
  The value comes from the private variable 'one', declared at <source>:6.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:11:24 in 'weigh':
      if (other.weights[n] > 0) out[1] = 3;
                           ^
