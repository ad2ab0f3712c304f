// Loops that end too late or too early: in their last iteration, in the first of one that goes down, in the outer one, with a number
// of 32 bits that wraps, with a step, with an exit in the middle, and some that are right.
kernel void walk(global int* out, global const int* in, global const int* table, int n, uint u, int step) {
  int sum = 0;
  for (int i = 0; i <= n; ++i) sum += in[i];
  for (int i = n; i >= 0; --i) sum += in[i - 1];
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < n / 2; ++x) sum += table[y * (n / 2) + x + 1];
  for (uint i = 0; i < 3; ++i) sum += in[u + i];
  for (int i = 0; i < n; i += step) sum += table[i * 3];
  for (int i = 0; i < 1000; ++i) {
    if (i == n + 1) break;
    sum += table[i + n];
  }
  for (int i = 0; i < 1000; ++i)
    if (i < n) sum += in[i];
  for (int i = -2; i < n + 2; ++i) sum += in[clamp(i, 0, n - 1)];
  for (uint i = 0; i < 4; ++i) sum += in[n - 1 - i];
  for (uint i = 0; i < 4; ++i) sum += in[(long)(u + i) - 4294967294];
  out[get_global_id(0)] = sum;
}
//--- buffer 4
//--- buffer 32 from 0 by 1
//--- buffer 64 from 0 by 1
//--- value 4 8
//--- value 4 -2
//--- value 4 3
//--- global 1
//--- group 1
//--- expect
heddle-check: kernel 'walk' reads past the end of 'in': element 8 of 'in', which has 8.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:39 in 'walk':
      for (int i = 0; i <= n; ++i) sum += in[i];
                                          ^
heddle-check: kernel 'walk' reads before the beginning of 'in': element -1 of 'in', which has 8.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:6:39 in 'walk':
      for (int i = n; i >= 0; --i) sum += in[i - 1];
                                          ^
heddle-check: kernel 'walk' reads past the end of 'table': element 16 of 'table', which has 16.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:8:44 in 'walk':
        for (int x = 0; x < n / 2; ++x) sum += table[y * (n / 2) + x + 1];
                                               ^
heddle-check: kernel 'walk' reads past the end of 'in': element 4,294,967,294 of 'in', which has 8.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:9:39 in 'walk':
      for (uint i = 0; i < 3; ++i) sum += in[u + i];
                                          ^
heddle-check: kernel 'walk' reads past the end of 'table': element 18 of 'table', which has 16.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:10:44 in 'walk':
      for (int i = 0; i < n; i += step) sum += table[i * 3];
                                               ^
heddle-check: kernel 'walk' reads past the end of 'table': element 16 of 'table', which has 16.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:13:12 in 'walk':
        sum += table[i + n];
               ^
heddle-check: kernel 'walk' reads before the beginning of 'in': element -4,294,967,294 of 'in', which has 8.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:19:39 in 'walk':
      for (uint i = 0; i < 4; ++i) sum += in[(long)(u + i) - 4294967294];
                                          ^
heddle-check: the fault at <source>:9:39 (read past end) happened 2 times in this launch of 'walk'.
heddle-check: the fault at <source>:19:39 (read before begin) happened 2 times in this launch of 'walk'.
