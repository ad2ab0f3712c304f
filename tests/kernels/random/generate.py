#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random self-checking kernels (../README.md): generate.py SEED > FILE.cl

A program is a tree of steps that a whole group takes together (loops, conditions, exchanges through local memory,
collective functions) around blocks in which each work-item goes its own way. The test kernel runs it as an NDRange; the
expect kernel is one work-item that plays all work-items of all groups, step by step. Both call the same blocks.
"""
import random
import sys

KERNELS = 3
PREFIX = "r"
SCALARS = ["s->a", "s->b", "s->c", "s->d", "(uint)s->l", "(uint)s->h", "(uint)s->f"]


class Block:
    """Divergent code of one work-item, as the body of a function."""

    def __init__(self, rng):
        self.rng = rng
        self.loops = 0
        self.budget = 12  # statements

    def value(self, depth=0):
        rng = self.rng
        kind = rng.randrange(12 if depth < 2 else 4)
        if kind < 2:
            return rng.choice(SCALARS)
        if kind == 2:
            return rng.choice(["item", "n", "u0", "u1", "size"])
        if kind == 3:
            return f"{rng.randrange(1, 100)}u"
        a, b = self.value(depth + 1), self.value(depth + 1)
        if kind == 4:
            return f"s->p[{a} % 5]"
        if kind == 5:
            return f"in[{a} % n]"
        if kind == 6:
            return f"({a} ? {b} : {self.value(depth + 1)})"
        if kind == 7:
            return f"({a} / ({b} | 1))"
        return f"({a} {rng.choice('+-*^&|')} {b})"

    def condition(self):
        a, b = self.value(1), self.value(1)
        return self.rng.choice([f"({a}) % {self.rng.randrange(2, 6)} == 0", f"{a} < {b}", f"({a} & 8) && {b} > 5",
                                f"item % {self.rng.randrange(2, 9)} == 1", f"{a} == 0 || ({b} & 1)"])

    def assignment(self):
        rng = self.rng
        target = rng.choice(["s->a", "s->b", "s->c", "s->d", "s->l", "s->h", "s->p[%s %% 5]" % self.value(2), "s->f"])
        if target == "s->f":
            return f"s->f = (float)(({self.value()}) & 1023) * 0.5f + s->f * 0.25f;"
        if target == "s->l":
            return f"s->l = s->l * 5 + ((ulong)({self.value()}) << {rng.randrange(33)});"
        return f"{target} {rng.choice(['=', '+=', '^=', '-='])} {self.value()};"

    def statement(self, depth):
        rng = self.rng
        kind = rng.randrange(14)
        self.budget -= 1
        if depth > 3 or self.budget < 0 or kind < 4:
            return self.assignment()
        if kind < 8:
            other = f" else {{ {self.body(depth + 1)} }}" if rng.random() < 0.5 else ""
            return f"if ({self.condition()}) {{ {self.body(depth + 1)} }}{other}"
        if kind < 11:
            name = f"i{depth}"
            self.loops += 1
            body = self.body(depth + 1)
            self.loops -= 1
            count = f"({self.value(1)}) % {rng.randrange(2, 6)}"
            if kind == 8:
                return f"for (uint {name} = 0, e{depth} = {count}; {name} < e{depth}; ++{name}) {{ s->a += {name}; {body} }}"
            if kind == 9:
                return f"{{ uint {name} = {count}; while ({name}-- > 0) {{ {body} }} }}"
            return f"{{ uint {name} = {count}; do {{ {body} }} while ({name}-- > 0); }}"
        if kind == 11 and self.loops:
            return f"if ({self.condition()}) {rng.choice(['break', 'continue'])};"
        if kind == 12 and rng.random() < 0.4:
            return f"if ({self.condition()}) return;"
        cases = ""
        loops, self.loops = self.loops, 0  # a break would be the switch's
        for number in range(rng.randrange(2, 5)):
            cases += f"case {number}: {self.body(depth + 2)} {rng.choice(['break;', 'break;', ''])} "
        self.loops = loops
        return f"switch (({self.value(1)}) % 5) {{ {cases} default: {self.assignment()} }}"

    def body(self, depth):
        return " ".join(self.statement(depth) for _ in range(self.rng.randrange(1, 4)))


class Program:
    """Steps of a group; each adds lines to the test kernel and to the expect kernel."""

    def __init__(self, rng, name, early):
        self.rng, self.name, self.early = rng, name, early
        self.blocks, self.test, self.expect = [], [], []
        self.depth = 0

    def both(self, line):
        self.test.append("  " * self.depth + line)
        self.expect.append("  " * self.depth + line)

    def uniform(self):
        return self.rng.choice(["u0", "u1", "n", "size", "(u0 ^ u1)", "(u1 + 3)"])

    def block(self):
        function = f"{self.name}_block{len(self.blocks)}"
        code = Block(self.rng)
        text = "\n  ".join(code.statement(0) for _ in range(self.rng.randrange(1, 4)))
        self.blocks.append(f"void {function}(state_t* s, uint item, uint size, uint n, uint u0, uint u1, global const uint* in) "
                           f"{{\n  {text}\n}}")
        pad = "  " * self.depth
        self.test.append(f"{pad}{function}(&own, item, size, n, u0, u1, in);")
        self.expect.append(f"{pad}ITEMS {{ state_t own = all[l]; {function}(&own, first + l, size, n, u0, u1, in); all[l] = own; }}")

    def exchange(self):
        pad, rng = "  " * self.depth, self.rng
        source, target = rng.choice("abcd"), rng.choice("abcd")
        by = f"(l + {self.uniform()} % 7) % size"
        self.test.append(f"{pad}box[l] = own.{source}; barrier(CLK_LOCAL_MEM_FENCE); own.{target} += box[{by}];")
        self.expect.append(f"{pad}ITEMS box[l] = all[l].{source}; ITEMS all[l].{target} += box[{by}];")
        if rng.random() < 0.4:
            self.both("u1 = u1 * 3 + box[0] % 16;")
        self.test.append(f"{pad}barrier(CLK_LOCAL_MEM_FENCE);")

    def collective(self):
        pad, rng = "  " * self.depth, self.rng
        source, target = rng.choice("abcd"), rng.choice("abcd")
        kind = rng.randrange(5)
        if kind == 0:
            self.test.append(f"{pad}own.{target} ^= work_group_reduce_add(own.{source});")
            self.expect.append(f"{pad}{{ uint t = 0; ITEMS t += all[l].{source}; ITEMS all[l].{target} ^= t; }}")
        elif kind == 1:
            self.test.append(f"{pad}own.{target} += work_group_scan_exclusive_add(own.{source});")
            self.expect.append(f"{pad}{{ uint t = 0; ITEMS {{ uint v = all[l].{source}; all[l].{target} += t; t += v; }} }}")
        elif kind == 2:
            self.test.append(f"{pad}u0 ^= work_group_reduce_max(own.{source}) % 8;")
            self.expect.append(f"{pad}{{ uint t = 0; ITEMS t = max(t, all[l].{source}); u0 ^= t % 8; }}")
        elif kind == 3:
            self.test.append(f"{pad}own.{target} -= work_group_any((own.{source} & 63) == 5) ? 3 : 1;")
            self.expect.append(f"{pad}{{ uint t = 1; ITEMS if ((all[l].{source} & 63) == 5) t = 3; ITEMS all[l].{target} -= t; }}")
        else:
            self.test.append(f"{pad}if (l == size - 1) cell = 0; barrier(CLK_LOCAL_MEM_FENCE); "
                             f"if (own.{source} & 1) atomic_add(&cell, own.{source}); barrier(CLK_LOCAL_MEM_FENCE); "
                             f"own.{target} ^= cell; barrier(CLK_LOCAL_MEM_FENCE);")
            self.expect.append(f"{pad}cell = 0; ITEMS if (all[l].{source} & 1) cell += all[l].{source}; "
                               f"ITEMS all[l].{target} ^= cell;")

    def leave(self):
        """Some work-items return; barriers behind count them as arrived."""
        pad, rng = "  " * self.depth, self.rng
        condition = f"(own.{rng.choice('abcd')} >> 3) % {rng.randrange(4, 12)} == {rng.randrange(4)}"
        self.test.append(f"{pad}if ({condition}) {{ out[item] = result(&own) * 2 + u0; return; }}")
        self.expect.append(f"{pad}ITEMS {{ state_t own = all[l]; if ({condition}) {{ "
                           f"out[first + l] = result(&own) * 2 + u0; gone[l] = true; }} }}")

    def step(self):
        rng = self.rng
        kind = rng.randrange(11)
        if kind < 4:
            self.block()
        elif kind < 6:
            self.exchange()
        elif kind < 7:
            self.leave() if self.early else self.collective()
        elif kind < 8 or self.depth > 3:
            self.both(rng.choice(["u0 = u0 * 5 + 1;", "u1 ^= u0 >> 2;", "u0 += size;", "{ uint t = u0; u0 = u1; u1 = t + 1; }"]))
        elif kind < 10:
            counter = f"k{self.depth}"
            self.both(f"for (uint {counter} = 0; {counter} < {self.uniform()} % {rng.randrange(2, 5)} + 1 && {counter} < 4; ++{counter}) {{")
            self.nested(f"u1 += {counter};")
            if rng.random() < 0.5:
                self.depth += 1
                self.both(f"if ({self.uniform()} % 5 == {rng.randrange(5)}) {rng.choice(['break', 'continue'])};")
                self.depth -= 1
                self.nested(None)
            self.both("}")
        else:
            self.both(f"if ({self.uniform()} % {rng.randrange(2, 5)} == 0) {{")
            self.nested(None)
            if rng.random() < 0.6:
                self.both("} else {")
                self.nested(None)
            self.both("}")

    def nested(self, first):
        self.depth += 1
        if first:
            self.both(first)
        for _ in range(self.rng.randrange(1, 4)):
            self.step()
        self.depth -= 1

    def text(self):
        for _ in range(self.rng.randrange(3, 7)):
            self.step()
        test = "\n  ".join(self.test)
        expect = "\n    ".join(self.expect)
        blocks = "\n".join(self.blocks)
        return f"""
{blocks}
kernel void test_{self.name}(global uint* out, global const uint* in, local uint* box, uint n) {{
  local uint cell;
  uint item = ITEM, l = LID, size = SIZE, u0 = n, u1 = (uint)get_group_id(0);
  state_t own = start(item);
  box[l] = item;
  barrier(CLK_LOCAL_MEM_FENCE);
  {test}
  out[item] = result(&own) + u0 + u1;
}}
kernel void expect_{self.name}(global uint* out, global const uint* in, global const ulong* nd, global uint* tmp) {{
  uint n = nd[10], box[1000], cell;
  bool gone[1000];
  global state_t* all = (global state_t*)tmp;
  for (uint first = 0, group = 0; first < n; first += nd[3], ++group) {{
    uint size = min(nd[3], nd[10] - first), u0 = n, u1 = group;
    for (uint l = 0; l < size; ++l) gone[l] = false, box[l] = first + l;
    ITEMS all[l] = start(first + l);
    {expect}
    ITEMS {{ state_t own = all[l]; out[first + l] = result(&own) + u0 + u1; }}
  }}
}}
"""


HEAD = """// SPDX-License-Identifier: Apache-2.0
// expect: single
// sizes: 1..9 15 16 17 31 32 33 64 67 200
#include "common.h"
#define ITEMS for (uint l = 0; l < size; ++l) if (!gone[l])

typedef struct { ulong l; uint a, b, c, d; uint p[5]; float f; ushort h; } state_t;  // 56 bytes
state_t start(uint item) {
  state_t s = {(ulong)item << 30, hash(item), item, item * 3, 7, {1, 2, 3, 4, item}, (float)(item % 100), (ushort)item};
  return s;
}
uint result(const state_t* s) {
  uint sum = s->a + s->b * 3 + s->c * 5 + s->d * 7 + (uint)(s->l >> 16) + s->h * 11 + (uint)s->f * 13;
  for (uint i = 0; i < 5; ++i) sum = sum * 17 + s->p[i];
  return sum;
}
"""


def generate(seed, only=None, without=()):
    """All statements of a kernel depend on each other: `without` is for other generators."""
    rng = random.Random(seed)
    text = HEAD
    for number in range(KERNELS):
        kernel = Program(rng, f"r{number}", early=number == KERNELS - 1).text()
        text += kernel if only in (None, f"r{number}") else ""
    return text


if __name__ == "__main__":
    sys.stdout.write(generate(int(sys.argv[1])))
