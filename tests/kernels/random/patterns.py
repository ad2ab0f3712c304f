#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels as programs have them (../README.md): patterns.py SEED [--only NAME] > FILE.cl

Products of matrices, filters, transpositions, reductions, scans, sorts, butterflies, histograms, compaction, hashes, searches: each with
other types, sizes, strides, guards, ways to number work-items and orders of what is done.
"""
from source import Kernel, main, write_file

KERNELS = 16
PREFIX = "k"
REALS = ["float", "float", "double", "half"]
WHOLES = ["int", "uint", "uint", "ushort", "uchar", "short", "ulong"]


class Pattern(Kernel):
    def __init__(self, rng, name, shared):
        super().__init__(rng, name)
        self.two_d = shared
        self.argument("out", "global uint* ")
        self.argument("n", "uint ")
        self.always("IDS")
        self.always("const int height = (int)get_global_size(1), lx = (int)get_local_id(0), sx = (int)get_local_size(0);")
        if rng.random() < 0.3:
            self.guarded = True
            limit = self.arg("few")
            self.always(self.pick(f"if (x >= width - {limit}) return;", "if (uitem >= N) return;", f"if (y >= height || x > width - {limit}) return;",
                                  f"if (item < {limit}) return;"))
        else:
            self.guarded = False
        together = [] if self.guarded else [self.reduction, self.scan, self.sort, self.tile, self.halo, self.turned, self.histogram, self.compact]
        planes = [self.product, self.product, self.stencil, self.stencil, self.stencil, self.transposed, self.blocked] * (2 if shared else 1)
        self.add(rng.choice(planes + together * (1 if shared else 2) + [self.butterfly, self.exchanged, self.stride_loop, self.planes_of, self.dots, self.hashes,
                                                                     self.search, self.iterate, self.bodies, self.row, self.bytes_of, self.bins])())
        self.always("out[item] = sum;")

    def arg(self, name):
        return self.argument(name, "int ")

    def input(self, kind):
        return self.argument(f"in_{kind}", f"global const {kind}* ")

    def element(self, kind, index):
        """An element of an input, small."""
        if kind == "half":
            return f"(half)(({self.input('uchar')}[{index}]) & 31)"
        return f"{self.input(kind)}[{index}]"

    def sum_of(self, kind):
        return {"uchar": "uint", "ushort": "uint", "short": "int", "int": "uint"}.get(kind, kind)

    def count(self):
        return self.pick("7", "16", self.arg("count"), f"({self.arg('count')} & 15)", "3", "12")  # at most 16

    def use(self, text):
        return self.pick(f"sum = sum * 31 + word({text});", f"sum ^= word({text}) * 3;")

    # ---- Planes. An input has 64 bytes for each work-item and 4096 more; K is at most 16.

    def product(self):
        kind = self.rng.choice(REALS[:2] + WHOLES[:5])
        of = self.sum_of(kind)
        k, count = "k", self.count()
        a = self.pick(f"(y & 7) * 16 + {k}", f"y % 5 * {count} + {k}", f"{k} * 8 + (y & 7)", f"(uint)(y & 3) * 16u + (uint){k}")
        b = self.pick(f"{k} * (int)(N / 16u + 1u) % (int)(N + 9u) + (x & 15)", f"{k} * 16 + (x & 15)", f"(x & 7) * 16 + {k}", f"{k} * 8 + x % 8", f"min({k} + x, (int)N)")
        step = self.pick("++k", "++k", "k += 2")
        s = f"({of})"
        return f"{{ {of} acc = 0; for (int k = 0; k < {count}; {step}) acc += {s}{self.element(kind, a)} * {s}{self.element(kind, b)}; {self.use('acc')} }}"

    def blocked(self):
        kind, rows, columns = self.pick("float", "uint", "int"), self.pick(2, 4), self.pick(1, 2, 4)
        of = self.sum_of(kind)
        count = self.count()
        pragma = self.pick("", "#pragma unroll\n  ")
        if pragma:
            pragma = "__attribute__((opencl_unroll_hint)) "
        return f"{{ {of} acc[{rows}][{columns}] = {{{{0}}}}; for (int k = 0; k < {count}; ++k) {{ {of} a[{rows}], b[{columns}]; " \
               f"{pragma}for (int i = 0; i < {rows}; ++i) a[i] = {self.element(kind, f'k * {rows * 4} + (y & 3) * {rows} + i')}; " \
               f"{pragma}for (int j = 0; j < {columns}; ++j) b[j] = {self.element(kind, self.pick(f'k * {columns * 8} + (x & 7) * {columns} + j', f'(x & 7) * {columns} + j * 8 + k'))}; " \
               f"{pragma}for (int i = 0; i < {rows}; ++i) {pragma}for (int j = 0; j < {columns}; ++j) acc[i][j] += a[i] * b[j]; }} " \
               f"for (int i = 0; i < {rows}; ++i) for (int j = 0; j < {columns}; ++j) {{ {self.use('acc[i][j]')} }} }}"

    def border(self, position, size):
        return self.pick(f"clamp({position}, 0, {size} - 1)", f"max(min({position}, {size} - 1), 0)", f"(({position}) + 4 * {size}) % {size}",
                         f"(({position}) < 0 ? -({position}) % {size} : ({position}) >= {size} ? {size} - 1 : ({position}))",
                         f"(({position}) < 0 || ({position}) >= {size} ? 0 : ({position}))")

    def stencil(self):
        kind, radius = self.rng.choice(["uchar", "float", "ushort", "int", "uint", "double"]), self.pick(1, 1, 2)
        of = self.sum_of(kind)
        row, column = self.border("y + dy", "height"), self.border("x + dx", "width")
        load = self.element(kind, self.pick(f"{row} * width + {column}", f"(uint){row} * (uint)width + (uint){column}", f"(size_t)({row}) * width + {column}"))
        weight = self.pick("", " * (dx + dy * 3 + 5)", " * (dx & 1 ? 2 : 1)")
        if kind in ("float", "double"):
            weight = self.pick("", " * 0.25f", " * (float)(dx + 2)") if kind == "float" else ""
        inside = f"acc += ({of}){load}{weight};"
        if self.chance(0.25):
            inside = f"if (x + dx >= 0 && x + dx < width && y + dy >= 0) {{ {inside} }}"
        elif self.chance(0.15):
            inside = f"acc = max(acc, ({of}){load});"
        loops = f"for (int dy = -{radius}; dy <= {radius}; ++dy) for (int dx = -{radius}; dx <= {radius}; ++dx)"
        return f"{{ {of} acc = 0; {loops} {{ {inside} }} {self.use('acc')} }}"

    def transposed(self):
        kind = self.rng.choice(["uint", "float", "uchar", "ushort"])
        return f"((global uint*)(out + N))[x * height + y] = word({self.element(kind, self.pick('y * width + x', 'item', 'x * height + y'))});"

    # ---- All of a group.

    def tile(self):
        kind = self.pick("float", "uint", "int")
        box = self.argument(f"box_{kind}", f"local {kind}* ")
        of = self.sum_of(kind)
        iterations = self.pick("2", "3", f"({self.arg('count')} & 3) + 1")
        return f"{{ {of} acc = 0; for (int t = 0; t < {iterations}; ++t) {{ {box}[lid] = {self.element(kind, self.pick('item + t * 8', 't * 16 + item', '(item ^ t)'))}; " \
               f"barrier(CLK_LOCAL_MEM_FENCE); for (int k = 0; k < {self.pick('sx', 'min(sx, 8)', 'size')}; ++k) acc += {box}[{self.pick('lid - lx + k % sx', '(k + lid) % size', 'k')}] * " \
               f"({of}){self.pick('(k + 1)', '3', '(t + 1)')}; barrier(CLK_LOCAL_MEM_FENCE); }} {self.use('acc')} }}"

    def halo(self):
        kind = self.pick("uint", "float", "ushort")
        box = self.argument(f"box_{kind}", f"local {kind}* ")
        value = self.element(kind, "item")
        return f"{box}[lid + 1] = {value}; if (lid == 0) {{ {box}[0] = {self.element(kind, 'max(item - 1, 0)')}; {box}[size + 1] = {self.element(kind, 'item + size')}; }} " \
               f"barrier(CLK_LOCAL_MEM_FENCE); {self.use(f'{box}[lid] + {box}[lid + 2]' if kind == 'float' else f'(uint){box}[lid] * 3u + {box}[lid + 2]')} " \
               f"barrier(CLK_LOCAL_MEM_FENCE);"

    def turned(self):
        box = self.argument("box_uint", "local uint* ")
        pitch = self.pick("sx", "sx + 1")
        return f"{{ const int ly = lid / sx, sy = size / sx, pitch = {pitch}; {box}[ly * pitch + lx] = {self.element('uint', 'item')}; barrier(CLK_LOCAL_MEM_FENCE); " \
               f"const int r = lid / sy, c = lid % sy; {self.use(f'{box}[c * pitch + r]')} barrier(CLK_LOCAL_MEM_FENCE); }}"

    def reduction(self):
        kind = self.pick("uint", "int", "ulong", "float")
        box = self.argument(f"box_{kind}", f"local {kind}* ")
        join = {"uint": self.pick("{a} += {b};", "{a} = max({a}, {b});", "{a} ^= {b};"), "int": "{a} = min({a}, {b});", "ulong": "{a} += {b};",
                "float": self.pick("{a} += {b};", "{a} = fmax({a}, {b});")}[kind].format(a=f"{box}[lid]", b=f"{box}[lid + s]")
        start = "int s = 1; while (s < size) s *= 2; s /= 2;"
        step = self.pick(f"for (; s > 0; s /= 2) {{ if (lid < s && lid + s < size) {join} barrier(CLK_LOCAL_MEM_FENCE); }}",
                         f"for (; s > 0; s >>= 1) {{ if (lid + s < size && lid < s) {{ {join} }} barrier(CLK_LOCAL_MEM_FENCE); }}",
                         f"for (s = 1; s < size; s *= 2) {{ if (lid % (2 * s) == 0 && lid + s < size) {join} barrier(CLK_LOCAL_MEM_FENCE); }}")
        return f"{{ {box}[lid] = {self.element(kind, 'item')}; barrier(CLK_LOCAL_MEM_FENCE); {start} {step} {self.use(f'{box}[0]')} barrier(CLK_LOCAL_MEM_FENCE); }}"

    def scan(self):
        kind = self.pick("uint", "ushort", "ulong")
        box = self.argument(f"box_{kind}", f"local {kind}* ")
        body = self.pick(f"const {kind} t = lid >= d ? {box}[lid - d] : 0; barrier(CLK_LOCAL_MEM_FENCE); {box}[lid] += t; barrier(CLK_LOCAL_MEM_FENCE);",
                         f"{kind} t = 0; if (lid >= d) t = {box}[lid - d]; barrier(CLK_LOCAL_MEM_FENCE); if (lid >= d) {box}[lid] += t; barrier(CLK_LOCAL_MEM_FENCE);")
        last = self.pick("lid", "size - 1")
        return f"{box}[lid] = {self.element(kind, 'item')}; barrier(CLK_LOCAL_MEM_FENCE); for (int d = 1; d < size; d *= 2) {{ {body} }} " \
               f"{self.use(f'{box}[{last}]')} barrier(CLK_LOCAL_MEM_FENCE);"

    def sort(self):
        box = self.argument("box_uint", "local uint* ")
        work = self.pick(
            f"for (int r = 0; r < min(size, 9); ++r) {{ const int i = 2 * lid + (r & 1); if (i + 1 < size) {{ const uint a = {box}[i], b = {box}[i + 1]; "
            f"if (a > b) {{ {box}[i] = b; {box}[i + 1] = a; }} }} barrier(CLK_LOCAL_MEM_FENCE); }}",
            f"for (int k = 2; k < 2 * size; k *= 2) for (int j = k / 2; j > 0; j /= 2) {{ const int p = lid ^ j; const uint a = {box}[lid], b = p < size ? {box}[p] : 0xffffffffu; "
            f"barrier(CLK_LOCAL_MEM_FENCE); if (p < size) {box}[lid] = ((lid & k) == 0) == (lid < p) ? min(a, b) : max(a, b); barrier(CLK_LOCAL_MEM_FENCE); }}",
            f"int rank = 0; for (int i = 0; i < size; ++i) rank += {box}[i] < {box}[lid] || ({box}[i] == {box}[lid] && i < lid); const uint own = {box}[lid]; "
            f"barrier(CLK_LOCAL_MEM_FENCE); {box}[rank] = own; barrier(CLK_LOCAL_MEM_FENCE);")
        return f"{{ {box}[lid] = {self.element('uint', 'item')} & 255u; barrier(CLK_LOCAL_MEM_FENCE); {work} {self.use(f'{box}[lid]')} barrier(CLK_LOCAL_MEM_FENCE); }}"

    def histogram(self):
        bins = self.argument("cells", "local uint* ")
        return f"for (int i = lid; i < 16; i += size) {bins}[i] = 0; barrier(CLK_LOCAL_MEM_FENCE); for (int i = 0; i < {self.count()}; ++i) " \
               f"atomic_{self.pick('inc', 'inc')}(&{bins}[{self.element('uchar', self.pick('item * 4 + i', 'item + i'))} & 15]); barrier(CLK_LOCAL_MEM_FENCE); " \
               f"sum += {bins}[lid & 15] * 3u; barrier(CLK_LOCAL_MEM_FENCE);"

    def compact(self):
        keep = self.pick("(v & 3) == 1", "v > 0x80000000u", "lid % 3 != 1", "(v & 1) && item > 4")
        if self.two_d:  # the places of a group are no row
            return self.scan()
        return f"{{ const uint v = {self.element('uint', 'item')}; const int keep = {keep}; const uint to = work_group_scan_exclusive_add(keep ? 1u : 0u); " \
               f"if (keep) out[(int)N + item - lid + (int)to] = v; sum += to; }}"

    # ---- Each for itself.

    def butterfly(self):
        s = self.pick("1", "3", f"({self.arg('count')} & 3)", "0", "2")
        d = f"(1 << {s})"
        i = self.pick(f"((item >> {s} << ({s} + 1)) | (item & ({d} - 1)))", f"(2 * item - (item & ({d} - 1)))", f"(item / {d} * {d} * 2 + item % {d})")
        kind = self.pick("uint", "float", "int")
        return f"{{ const int i = {i}; const {kind} a = {self.element(kind, 'i')}, b = {self.element(kind, f'(i + {d})')}; " \
               f"out[(int)N + i] = word(({kind})(a {self.pick('+', '>')} b)); out[(int)N + i + {d}] = word(({kind})(a {self.pick('-', '<')} b)); }}"

    def exchanged(self):
        d = self.pick("1", "2", "4", "7", f"({self.arg('count')} & 7)", f"(1 << ({self.arg('few')} & 3))")
        return self.use(self.element(self.pick("uint", "float", "uchar", "double"), f"item ^ {d}"))

    def stride_loop(self):
        kind = self.rng.choice(["uint", "float", "uchar"])
        of = self.sum_of(kind)
        return f"{{ {of} acc = 0; for ({self.pick('size_t', 'uint', 'int')} i = {self.pick('item', 'uitem')}; i < N * {self.pick('3u', '4u', '2u')}; i += N) acc += " \
               f"({of}){self.element(kind, 'i')}; {self.use('acc')} }}"

    def planes_of(self):
        return self.pick(f"{{ const float4 v = ((global const float4*){self.input('float')})[item]; out[(int)N + item] = word(v.x); out[(int)N * 2 + item] = word(v.y * 2.0f); sum += word(v.z); }}",
                         f"((global uint4*)(out + N / 4u * 4u + 4u))[item] = (uint4)({self.element('uint', 'item')}, {self.element('uint', 'item + (int)N')}, sum, 7u);",
                         f"vstore3((uint3)({self.element('uint', 'item * 3')}, {self.element('uint', 'item * 3 + 2')}, {self.element('uint', 'item * 3 + 1')}), item, out + N);",
                         f"vstore2((uint2)({self.element('uint', 'item')}, sum), (int)N - 1 - item, out + N);")

    def dots(self):
        a, b = self.pick(("char", "char"), ("uchar", "uchar"), ("uchar", "char"))
        load = lambda kind, index: f"((global const {kind}4*){self.input(kind)})[{index}]"
        return f"{{ int acc = 0; for (int k = 0; k < {self.count()}; ++k) {{ const {a}4 a = {load(a, self.pick('item + k', '(y & 3) * 16 + k'))}; const {b}4 b = " \
               f"{load(b, self.pick('k', 'k * 16 + (x & 15)', 'item * 2 + k'))}; acc += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }} {self.use('acc')} }}"

    def hashes(self):
        return f"{{ uint a = sum, b = {self.element('uint', 'item')}, c = 0x9e3779b9u; for (int r = 0; r < {self.count()}; ++r) {{ a += (b & c) | (~b & a); a = rotate(a, {self.pick('7u', 'r + 3u')}); " \
               f"b ^= a * {self.pick('5u', '0x85ebca6bu')}; c = (c >> {self.pick('3', '(b & 7)')}) + {self.pick('a', 'mul_hi(a, b)', 'popcount(b)')}; }} sum ^= a + b * 3 + c * 5; }}"

    def search(self):
        return self.pick(f"{{ int low = 0, high = 64; const uint key = {self.element('uchar', 'item')}; while (low < high) {{ const int middle = (low + high) / 2; if ((uint)middle * 4u < key) low = middle + 1; else "
                         f"high = middle; }} sum += (uint)low; }}",
                         f"{{ uint at = {self.element('uint', 'item')} % 60u, steps = 0; while ({self.element('uchar', 'at')} > {self.pick('60', '128', '200')} && steps < 20u) {{ at = (at + {self.pick('1u', '7u', 'steps')}) % 60u; ++steps; }} sum += at + steps * 64u; }}",
                         f"for (int i = 0; i < 40; ++i) if ({self.element('uchar', 'item + i')} == (uchar)(sum & {self.pick('15', '63')})) {{ sum += (uint)i * 3u; {self.pick('break;', '')} }}")

    def iterate(self):
        return self.pick(f"{{ float a = (float)(item & 63) * 0.03f - 1.0f, b = (float)lid * 0.01f, p = a, q = b; int i = 0; for (; i < 30 && p * p + q * q < 4.0f; ++i) {{ const float t = p * p - q * q + a; q = 2.0f * p * q + b; p = t; }} sum += (uint)i; {self.use('p')} }}",
                         f"{{ float v = {self.element('float', 'item')}, r = 1.0f; for (int i = 0; i < {self.count()}; ++i) {{ r = 0.5f * (r + fabs(v) / r); if (r < 1.0e-3f) break; }} {self.use('r')} }}",
                         f"{{ uint v = {self.element('uint', 'item')} & 1023u; int i = 0; while (v > 1u && i < 50) {{ v = v & 1u ? v * 3u + 1u : v / 2u; ++i; }} sum += (uint)i; }}")

    def bodies(self):
        return f"{{ float3 acc = 0; for (int j = 0; j < {self.count()}; ++j) {{ const float4 p = ((global const float4*){self.input('float')})[j]; const float3 d = p.xyz - (float3)((float)x, (float)y, 0.5f); " \
               f"acc += d * (p.w / (dot(d, d) + 0.25f)); }} {self.use('acc.x')} {self.use('acc.y')} {self.use('acc.z')} }}"

    def row(self):
        kind = self.pick("float", "uint", "uchar", "double")
        of = self.sum_of(kind)
        width, count = self.pick("8", "5", self.arg("few") + " % 8"), "7"
        index = self.pick(f"item * ({width}) + k", f"item * ({width}) + ({width}) - k", f"(int)N * k + item")
        return f"{{ {of} acc = 0; for (int k = 0; k < min({width}, {count}); ++k) acc += {self.element(kind, index)} * {self.element(kind, 'k')}; {self.use('acc')} }}"

    def bytes_of(self):
        load = lambda: f"vload{{}}({self.pick('item', '(int)N - 1 - item')}, {self.input('uchar')})"
        width = self.pick("4", "8", "16", "3")
        a, b = load().format(width), load().format(width)
        work = self.pick(f"add_sat({a}, {b})", f"convert_uchar{width}_sat(convert_short{width}({a}) * (short){width} - convert_short{width}({b}))", f"rhadd({a}, {b})",
                         f"{a} ^ {b}", f"convert_uchar{width}_sat(convert_float{width}({a}) * 1.2f + 3.0f)", f"max({a}, {b}) - min({a}, {b})", f"mul_hi({a}, {b})")
        return f"{{ const uchar{width} v = {work}; vstore{width}(v, item, (global uchar*)(out + N)); {self.use('v.s1')} }}"

    def bins(self):
        count = self.pick("8", "16", "5")
        return f"{{ uint bins[{count}] = {{0}}; for (int k = 0; k < {self.count()}; ++k) ++bins[{self.element('uchar', 'item + k')} % {count}]; for (int k = 0; k < {count}; ++k) sum = sum * 5u + bins[k]; }}"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// sizes: {sizes}
// dims: {dims}
// per_item: 6
// extra: 64
// local cells: 64
// arg few: i32 {few}
// arg count: i32 {count}
#include "random/values.h"
"""


def head(rng):
    two_d = rng.random() < 0.5
    return HEAD.format(sizes=" ".join(map(str, rng.choice([[1, 17, 64], [3, 33], [2, 8, 40], [7, 64], [4, 16, 65], [32]]))), dims="2" if two_d else "1",
                       few=rng.randrange(1, 8), count=rng.randrange(1, 17)), two_d


def generate(seed, only=None, without=()):
    return write_file(head, Pattern, f"patterns {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
