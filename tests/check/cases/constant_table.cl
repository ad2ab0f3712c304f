constant int primes[5] = {2, 3, 5, 7, 11};
kernel void nth(global int* out) {
  int i = get_global_id(0);
  out[i] = primes[i];
}
//--- buffer 32
//--- global 8
//--- expect
heddle-check: kernel 'nth' reads past the end of the constant 'primes': element 5 of 'primes', which has 5.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (5, 0, 0), group (0, 0, 0), local id (5, 0, 0).
  At <source>:4:12 in 'nth':
      out[i] = primes[i];
               ^
heddle-check: the fault at <source>:4:12 (read past end) happened 3 times in this launch of 'nth'.
