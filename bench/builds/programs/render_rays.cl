// A path tracer: structures by pointer, loops that work-items leave at different times, random numbers.
typedef struct { float3 o, d; } Ray;
typedef struct { float4 sphere; float3 color, light; int kind; } Thing;
uint next(uint* s) { *s ^= *s << 13; *s ^= *s >> 17; return *s ^= *s << 5; }
float rnd(uint* s) { return next(s) * 2.3283064e-10f; }
float meet(constant Thing* t, const Ray* r) {
  float3 op = t->sphere.xyz - r->o;
  float b = dot(op, r->d), det = b * b - dot(op, op) + t->sphere.w * t->sphere.w;
  if (det < 0) return 0;
  det = sqrt(det);
  return b - det > 1e-3f ? b - det : b + det > 1e-3f ? b + det : 0;
}
float3 around(float3 n, uint* s) {
  float a = 2 * M_PI_F * rnd(s), z = rnd(s), r = sqrt(z);
  float3 u = normalize(cross(fabs(n.x) > 0.1f ? (float3)(0, 1, 0) : (float3)(1, 0, 0), n)), v = cross(n, u);
  return normalize(u * cos(a) * r + v * sin(a) * r + n * sqrt(1 - z));
}
float3 trace(Ray r, constant Thing* things, int n, uint* s) {
  float3 sum = 0, part = 1;
  for (int depth = 0; depth < 8; ++depth) {
    float best = 1e20f;
    int hit = -1;
    for (int i = 0; i < n; ++i) { float t = meet(&things[i], &r); if (t > 0 && t < best) best = t, hit = i; }
    if (hit < 0) return sum;
    constant Thing* t = &things[hit];
    float3 x = r.o + r.d * best, normal = normalize(x - t->sphere.xyz), nl = dot(normal, r.d) < 0 ? normal : -normal;
    sum += part * t->light;
    part *= t->color;
    if (depth > 3) { float p = fmax(part.x, fmax(part.y, part.z)); if (rnd(s) > p) return sum; part /= p; }
    r.o = x;
    if (t->kind == 0) r.d = around(nl, s);
    else if (t->kind == 1) r.d = r.d - normal * 2 * dot(normal, r.d);
    else {
      bool into = dot(normal, nl) > 0;
      float nn = into ? 1 / 1.5f : 1.5f, c = dot(r.d, nl), cos2 = 1 - nn * nn * (1 - c * c);
      r.d = cos2 < 0 || rnd(s) < 0.1f ? r.d - normal * 2 * dot(normal, r.d) : normalize(r.d * nn - nl * (c * nn + sqrt(cos2)));
    }
  }
  return sum;
}
kernel void paint(global float4* out, constant Thing* things, int n, int width, int height, uint seed) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  uint s = seed ^ (y * width + x) * 9781u | 1;
  Ray r = {(float3)(50, 52, 295.6f), normalize((float3)((x + rnd(&s)) / width - 0.5f, (y + rnd(&s)) / height - 0.5f, -1))};
  float3 c = trace(r, things, n, &s);
  out[y * width + x] += (float4)(c, 1);
}
