// Bytes: matching, edit distance in private memory, base64, and Huffman codes.
kernel void find(global const uchar* text, int n, constant uchar* what, int m, global uint* found) {
  int i = get_global_id(0);
  if (i + m > n) return;
  for (int k = 0; k < m; ++k) if (text[i + k] != what[k]) return;
  found[atomic_inc(found) + 1] = i;
}
kernel void edit_distance(global const uchar* words, constant uchar* other, int m, global int* out) {
  uchar row[33];
  int id = get_global_id(0);
  for (int j = 0; j <= 32; ++j) row[j] = j;
  for (int i = 1; i <= m; ++i) {
    uchar corner = row[0];
    row[0] = i;
    for (int j = 1; j <= 32; ++j) {
      uchar up = row[j], c = corner + (other[i - 1] != words[id * 32 + j - 1]);
      row[j] = min(min((uchar)(up + 1), (uchar)(row[j - 1] + 1)), c);
      corner = up;
    }
  }
  out[id] = row[32];
}
constant char digits[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
kernel void base64(global const uchar* in, global char4* out) {
  size_t i = get_global_id(0);
  uint v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  out[i] = (char4)(digits[v >> 18], digits[v >> 12 & 63], digits[v >> 6 & 63], digits[v & 63]);
}
kernel void decode(global const uint* bits, global const uint* starts, constant ushort* table, global uchar* out, int count) {
  size_t id = get_global_id(0);
  ulong at = starts[id];
  for (int i = 0; i < count; ++i) {
    uint window = (uint)(((ulong)bits[at / 32 + 1] << 32 | bits[at / 32]) >> (at % 32)) & 4095;
    ushort entry = table[window];
    out[id * count + i] = entry & 255;
    at += entry >> 8;
  }
}
