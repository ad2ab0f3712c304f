// Sparse matrices and graphs: indirect accesses, atomics.
kernel void csr(global const int* rows, global const int* columns, global const float* values, global const float* x, global float* y, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float sum = 0;
  for (int k = rows[i]; k < rows[i + 1]; ++k) sum += values[k] * x[columns[k]];
  y[i] = sum;
}
kernel void bfs(global const int* rows, global const int* columns, global int* level, global int* more, int now, int n) {
  int i = get_global_id(0);
  if (i >= n || level[i] != now) return;
  for (int k = rows[i]; k < rows[i + 1]; ++k)
    if (level[columns[k]] < 0) level[columns[k]] = now + 1, *more = 1;
}
kernel void relax(global const int* rows, global const int* columns, global const int* weights, global int* cost, global const uchar* mask, int n) {
  int i = get_global_id(0);
  if (i >= n || !mask[i]) return;
  for (int k = rows[i]; k < rows[i + 1]; ++k) atomic_min(&cost[columns[k]], cost[i] + weights[k]);
}
kernel void page_rank(global const int* rows, global const int* columns, global const float* rank, global const int* degree, global float* out, float damp, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float sum = 0;
  for (int k = rows[i]; k < rows[i + 1]; ++k) { int j = columns[k]; sum += rank[j] / degree[j]; }
  out[i] = (1 - damp) / n + damp * sum;
}
kernel void components(global const int2* edges, global int* parent, global int* changed, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  int a = parent[edges[i].x], b = parent[edges[i].y];
  while (a != parent[a]) a = parent[a];
  while (b != parent[b]) b = parent[b];
  if (a != b) atomic_min(&parent[max(a, b)], min(a, b)), *changed = 1;
}
