// SPDX-License-Identifier: Apache-2.0
// A woven cloth with three balls on it, path-traced. This one text is both OpenCL C (in front of
// render.cl) and C++ (reference.cpp, behind host_vector.h). Only operations whose result both
// languages define to the last bit are used (+ - * / sqrt floor, integers), so the two pictures can
// be compared pixel for pixel.
#ifdef __OPENCL_C_VERSION__
#pragma OPENCL FP_CONTRACT OFF
static float3 vec(float x, float y, float z) {
  return (float3)(x, y, z);
}
#endif

typedef struct {
  float distance;
  float3 position;
  float3 normal;
  float3 colour;
  int material;  // one of the constants below
} Hit;

enum { kSky, kDiffuse, kMetal, kGlass };

static float dot3(float3 a, float3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static float3 unit(float3 a) {
  return a * (1.0f / sqrt(dot3(a, a)));
}
static float clamp01(float x) {
  return x < 0.0f ? 0.0f : (x > 1.0f ? 1.0f : x);
}
static float smaller(float a, float b) {
  return a < b ? a : b;
}
static float magnitude(float a) {
  return a < 0.0f ? -a : a;
}

// Random numbers: PCG, one state for each path.
static uint next_random(uint* state) {
  *state = *state * 747796405u + 2891336453u;
  uint word = ((*state >> ((*state >> 28u) + 4u)) ^ *state) * 277803737u;
  return (word >> 22u) ^ word;
}
static float random01(uint* state) {
  return (float)(next_random(state) >> 8) * (1.0f / 16777216.0f);
}

// A point on the unit sphere by rejection: a loop that every path leaves at another time.
static float3 random_unit(uint* state) {
  float3 p = vec(0.0f, 0.0f, 0.0f);
  float length2 = 0.0f;
  do {
    float x = random01(state) * 2.0f - 1.0f;
    float y = random01(state) * 2.0f - 1.0f;
    float z = random01(state) * 2.0f - 1.0f;
    p = vec(x, y, z);
    length2 = dot3(p, p);
  } while (length2 > 1.0f || length2 < 0.0001f);
  return p * (1.0f / sqrt(length2));
}

// The height of a thread: 1 where it goes over, -1 where it goes under, smooth, period 2.
static float wave(float t) {
  float v = magnitude(t - 2.0f * floor(t * 0.5f + 0.5f));
  return 1.0f - 2.0f * v * v * (3.0f - 2.0f * v);
}

// Distance to the thread at `across` = line. Two plies twist around each other along it.
static float thread(float across, float along, float height, float line, float side) {
  float dx = across - line;
  float dy = 1.3f * (height - side * 0.27f * wave(along + line));  // threads are flattened
  float ply = magnitude((along + dx) * 2.5f - floor((along + dx) * 2.5f + 0.5f));
  return sqrt(dx * dx + dy * dy) - 0.34f - 0.08f * ply * (1.0f - ply);
}

// Distance to the cloth; `weft` says which of the two sets of threads is nearer.
static float cloth(float3 p, int* weft) {
  float ix = floor(p.x);
  float iz = floor(p.z);
  float warp_distance =
      smaller(thread(p.x, p.z, p.y, ix, 1.0f), thread(p.x, p.z, p.y, ix + 1.0f, 1.0f));
  float weft_distance =
      smaller(thread(p.z, p.x, p.y, iz, -1.0f), thread(p.z, p.x, p.y, iz + 1.0f, -1.0f));
  *weft = weft_distance < warp_distance;
  return 0.6f * smaller(warp_distance, weft_distance);
}

static float3 cloth_normal(float3 p) {
  const float e = 0.002f;
  int ignored;
  float a = cloth(p + vec(e, -e, -e), &ignored);
  float b = cloth(p + vec(-e, -e, e), &ignored);
  float c = cloth(p + vec(-e, e, -e), &ignored);
  float d = cloth(p + vec(e, e, e), &ignored);
  return unit(vec(a - b - c + d, c + d - a - b, b - a - c + d));
}

// A tartan: the colour of a thread follows from its number.
static float3 thread_colour(float line) {
  int n = (int)line & 15;
  if (n == 0 || n == 1) return vec(0.80f, 0.62f, 0.16f);
  if (n >= 5 && n <= 8) return vec(0.62f, 0.05f, 0.07f);
  if (n == 11 || n == 14) return vec(0.86f, 0.83f, 0.74f);
  return vec(0.045f, 0.11f, 0.26f);
}

static void hit_cloth(float3 origin, float3 direction, Hit* hit) {
  // The slab that holds the cloth; rays that miss it take no step.
  const float top = 0.56f;
  float t = 0.0f;
  float end = hit->distance < 70.0f ? hit->distance : 70.0f;
  if (origin.y > top) {
    if (direction.y >= 0.0f) return;
    t = (top - origin.y) / direction.y;
  }
  if (direction.y > 0.0f) end = smaller(end, (top - origin.y) / direction.y);
  for (int step = 0; step < 160 && t < end; ++step) {
    float3 p = origin + direction * t;
    int weft;
    float d = cloth(p, &weft);
    if (d < 0.0006f + 0.0002f * t) {
      hit->distance = t;
      hit->position = p;
      hit->normal = cloth_normal(p);
      hit->colour = thread_colour(floor((weft ? p.z : p.x) + 0.5f));
      hit->material = kDiffuse;
      return;
    }
    t += d;
  }
}

static void hit_ball(float3 origin, float3 direction, float3 centre, float radius, int material,
                     float3 colour, Hit* hit) {
  float3 offset = origin - centre;
  float b = dot3(offset, direction);
  float discriminant = b * b - dot3(offset, offset) + radius * radius;
  if (discriminant <= 0.0f) return;
  float root = sqrt(discriminant);
  float t = -b - root > 0.002f ? -b - root : -b + root;
  if (t < 0.002f || t >= hit->distance) return;
  hit->distance = t;
  hit->position = origin + direction * t;
  hit->normal = (hit->position - centre) * (1.0f / radius);
  hit->colour = colour;
  hit->material = material;
}

static Hit trace(float3 origin, float3 direction) {
  Hit hit;
  hit.distance = 1000.0f;
  hit.position = origin;
  hit.normal = direction;
  hit.colour = vec(0.0f, 0.0f, 0.0f);
  hit.material = kSky;
  hit_ball(origin, direction, vec(-4.7f, 2.66f, 1.4f), 2.2f, kMetal, vec(0.95f, 0.70f, 0.36f),
           &hit);
  hit_ball(origin, direction, vec(0.4f, 2.12f, -1.9f), 1.65f, kGlass, vec(0.97f, 0.99f, 0.98f),
           &hit);
  hit_ball(origin, direction, vec(4.6f, 2.46f, 2.2f), 2.0f, kDiffuse, vec(0.50f, 0.58f, 0.62f),
           &hit);
  hit_cloth(origin, direction, &hit);
  return hit;
}

static float3 sky(float3 direction) {
  float up = clamp01(direction.y * 0.9f + 0.1f);
  float3 colour = vec(0.52f, 0.44f, 0.38f) * (1.0f - up) + vec(0.16f, 0.26f, 0.46f) * up;
  float window = dot3(direction, unit(vec(-0.55f, 0.45f, -0.7f)));
  return window > 0.93f ? colour + vec(1.9f, 1.6f, 1.3f) : colour;
}

static float3 reflected(float3 direction, float3 normal) {
  return direction - normal * (2.0f * dot3(direction, normal));
}

// Through the surface, or reflected where Fresnel's law (Schlick) or total reflection says so.
static float3 glass(float3 direction, float3 normal, uint* state) {
  float cosine = -dot3(direction, normal);
  float ratio = 1.0f / 1.5f;
  if (cosine < 0.0f) {
    cosine = -cosine;
    normal = normal * -1.0f;
    ratio = 1.5f;
  }
  float k = 1.0f - ratio * ratio * (1.0f - cosine * cosine);
  float grazing = 1.0f - cosine;
  float grazing2 = grazing * grazing;
  float mirror = 0.04f + 0.96f * grazing2 * grazing2 * grazing;
  if (k < 0.0f || random01(state) < mirror) return reflected(direction, normal);
  return unit(direction * ratio + normal * (ratio * cosine - sqrt(k)));
}

// One path from the eye to the sky.
static float3 radiance(float3 origin, float3 direction, uint* state) {
  const float3 sun = unit(vec(0.55f, 0.75f, -0.35f));
  float3 light = vec(0.0f, 0.0f, 0.0f);
  float3 weight = vec(1.0f, 1.0f, 1.0f);
  for (int bounce = 0; bounce < 7; ++bounce) {
    Hit hit = trace(origin, direction);
    if (hit.material == kSky) return light + weight * sky(direction);
    weight = weight * hit.colour;
    float3 scatter = random_unit(state);
    if (hit.material == kGlass) {
      direction = glass(direction, hit.normal, state);
      origin = hit.position + direction * 0.002f;
    } else if (hit.material == kMetal) {
      direction = unit(reflected(direction, hit.normal) + scatter * 0.04f);
      if (dot3(direction, hit.normal) <= 0.0f) return light;
      origin = hit.position + hit.normal * 0.004f;
    } else {
      origin = hit.position + hit.normal * 0.012f;
      float3 to_sun = unit(sun + random_unit(state) * 0.035f);
      float facing = dot3(to_sun, hit.normal);
      if (facing > 0.0f && trace(origin, to_sun).material == kSky) {
        light = light + weight * vec(1.15f, 1.0f, 0.8f) * facing;
      }
      direction = unit(hit.normal * 1.001f + scatter);
    }
    // Russian roulette: dim paths end early.
    float keep = weight.x > weight.y ? weight.x : weight.y;
    keep = keep > weight.z ? keep : weight.z;
    if (bounce > 1 && keep < 0.6f) {
      if (random01(state) >= keep) return light;
      weight = weight * (1.0f / keep);
    }
  }
  return light;
}

static float3 sample_pixel(uint x, uint y, uint width, uint height, uint sample) {
  uint state = (y * width + x) * 9781u + sample * 6271u + 1u;
  next_random(&state);
  float u = ((float)x + random01(&state) - 0.5f * (float)width) / (float)height;
  float v = (0.5f * (float)height - (float)y - random01(&state)) / (float)height;
  const float3 eye = vec(-1.4f, 6.6f, -13.5f);
  const float3 forward = unit(vec(0.1f, 1.5f, 0.6f) - eye);
  const float3 right = unit(vec(forward.z, 0.0f, -forward.x));
  const float3 up =
      vec(forward.y * right.z - forward.z * right.y, forward.z * right.x - forward.x * right.z,
          forward.x * right.y - forward.y * right.x);
  float3 colour = radiance(eye, unit(forward * 1.55f + right * u + up * v), &state);
  return vec(smaller(colour.x, 8.0f), smaller(colour.y, 8.0f), smaller(colour.z, 8.0f));
}

// Filmic curve and gamma 2, to 0..255.
static uint tone(float x) {
  float y = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
  return (uint)(sqrt(clamp01(y)) * 255.0f + 0.5f);
}
