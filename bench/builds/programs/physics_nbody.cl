// Particles: all pairs, neighbours in cells, and integration.
kernel void forces(global const float4* p, global float4* f, int n, float soft, local float4* tile) {
  float4 mine = p[get_global_id(0)], sum = 0;
  int l = get_local_id(0), size = get_local_size(0);
  for (int t = 0; t < n; t += size) {
    tile[l] = p[t + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < size; ++k) {
      float4 d = tile[k] - mine;
      float inv = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + soft);
      sum += d * (tile[k].w * inv * inv * inv);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  f[get_global_id(0)] = sum;
}
kernel void cells(global const float4* p, global const int* start, global float* density, int4 grid, float h) {
  int i = get_global_id(0);
  float4 me = p[i];
  int4 c = convert_int4(me / h);
  float sum = 0;
  for (int z = max(c.z - 1, 0); z <= min(c.z + 1, grid.z - 1); ++z)
    for (int y = max(c.y - 1, 0); y <= min(c.y + 1, grid.y - 1); ++y)
      for (int x = max(c.x - 1, 0); x <= min(c.x + 1, grid.x - 1); ++x) {
        int cell = (z * grid.y + y) * grid.x + x;
        for (int k = start[cell]; k < start[cell + 1]; ++k) {
          float r = distance(me.xyz, p[k].xyz);
          if (r < h) sum += (h * h - r * r) * (h * h - r * r) * (h * h - r * r);
        }
      }
  density[i] = sum * 315.0f / (64.0f * M_PI_F * pown(h, 9));
}
kernel void integrate(global float4* p, global float4* v, global const float4* f, float dt, float4 box) {
  int i = get_global_id(0);
  float4 vel = v[i] + f[i] * dt, pos = p[i] + vel * dt;
  if (pos.x < 0 || pos.x > box.x) vel.x = -vel.x;
  if (pos.y < 0 || pos.y > box.y) vel.y = -vel.y;
  if (pos.z < 0 || pos.z > box.z) vel.z = -vel.z;
  v[i] = vel, p[i] = clamp(pos, (float4)(0), box);
}
