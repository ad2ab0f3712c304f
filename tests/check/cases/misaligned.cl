kernel void words(global uint* out, global const uchar* bytes) {
  size_t i = get_global_id(0);
  out[i] = *(global const uint*)(bytes + 3 * i);
}
//--- buffer 64
//--- buffer 64
//--- global 16
//--- expect
heddle-check: kernel 'words' reads at an address that is not a multiple of 4: byte 3 of 'bytes', which has 64.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0).
  At <source>:3:12 in 'words':
      out[i] = *(global const uint*)(bytes + 3 * i);
               ^
heddle-check: the fault at <source>:3:12 (misaligned access) happened 12 times in this launch of 'words'.
