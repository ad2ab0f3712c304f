// AES in counter mode with tables in local memory that are made when the group starts.
uchar times2(uchar x) { return x << 1 ^ (x >> 7) * 0x1b; }
uint word_of(uchar s) { uchar t = times2(s); return (uint)t | (uint)s << 8 | (uint)s << 16 | (uint)(t ^ s) << 24; }
kernel void encrypt(global const uint4* in, global uint4* out, constant uint* keys, constant uchar* box, int rounds, ulong counter) {
  local uint t0[256];
  local uchar last[256];
  for (int i = get_local_id(0); i < 256; i += get_local_size(0)) t0[i] = word_of(box[i]), last[i] = box[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t id = get_global_id(0);
  uint s[4] = {(uint)(counter + id) ^ keys[0], (uint)((counter + id) >> 32) ^ keys[1], keys[2], keys[3]}, t[4];
  for (int r = 1; r < rounds; ++r) {
    for (int i = 0; i < 4; ++i)
      t[i] = t0[s[i] & 255] ^ rotate(t0[s[(i + 1) & 3] >> 8 & 255], 8u) ^ rotate(t0[s[(i + 2) & 3] >> 16 & 255], 16u) ^
             rotate(t0[s[(i + 3) & 3] >> 24], 24u) ^ keys[4 * r + i];
    for (int i = 0; i < 4; ++i) s[i] = t[i];
  }
  for (int i = 0; i < 4; ++i)
    t[i] = (last[s[i] & 255] | (uint)last[s[(i + 1) & 3] >> 8 & 255] << 8 | (uint)last[s[(i + 2) & 3] >> 16 & 255] << 16 |
            (uint)last[s[(i + 3) & 3] >> 24] << 24) ^ keys[4 * rounds + i];
  out[id] = in[id] ^ (uint4)(t[0], t[1], t[2], t[3]);
}
