#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels whose work-items part around barriers (../README.md): meetings.py SEED [--only NAME] > FILE.cl

Barriers, collective functions of work-groups and of sub-groups stand in code where work-items go different ways, in every
nesting of conditions, loops, switches, returns and calls. No work-item meets the ones in such code: the conditions on them
are never true, which nobody can know when the kernel is compiled. Or all of a group meet them: conditions that are always
true, loops that go round as often for all. What is right needs no barrier: of what work-items hand to each other each knows what
the other one gives (OpenCL C §6.13.8: a barrier is met by all of a group or by none).
"""
from source import Kernel, main, write_file

KERNELS = 16
PREFIX = "k"


class Meetings(Kernel):
    def __init__(self, rng, name, _shared):
        super().__init__(rng, name)
        for declaration in ("global uint* out", "uint n", "global const uint* tmp", "local uint* box", "int zero", "int one", "int big"):
            kind, _, argument = declaration.rpartition(" ")
            self.argument(argument, kind + " ")
        self.always("IDS uint a = hash(uitem + 7u), b = uitem & 15; private uint p[4] = {1, uitem, 3, 4};")
        self.budget = rng.choice([3, 5, 8, 12])
        self.loops = 0         # that break and continue may leave
        self.may_return = rng.random() < 0.4
        self.meets_all = not self.may_return
        for _ in range(rng.choice([1, 2, 2, 3])):
            self.add(self.statement(0, self.meets_all))
        self.always("out[item * 2] = sum + a * 3 + b * 5 + p[item & 3]; out[item * 2 + 1] = p[0] + p[1] * 3 + p[2] * 5 + p[3];")

    # ---- Conditions.

    def never(self):
        return self.pick("n == 0x7fffffffu", "tmp[item] == 7u", "lid == big", "item > big - 5", "tmp[lid] != 0u", "zero > lid", "tmp[0] == 3u",
                         "(int)(sum & 7) > one + 7", "one == 2", "tmp[item & 3] > 100u", "tmp[item] + (uint)zero == 77u")

    def ever(self):
        return self.pick("n != 0x7fffffffu", "tmp[item] == 0u", "lid < big", "item >= zero", "tmp[lid] < 5u", "one == 1", "tmp[0] != 3u",
                         "(int)(a & 7) >= zero", "lid + zero < size")

    def parted(self):
        return self.pick("sum & 1", "lid & 1", "item % 3 == 1", "lid >= 4", "lid > 2 && (a & 2)", "uitem % 5u < 3u", "lid == 0", "b > 7", "a % 7u != 0",
                         "lid == size - 1", "(item & 4) || (sum & 8)", "lid < size / 2", "p[1] & 1", "lid < 16")

    def uniform(self):
        return self.pick("n & 1", "group & 1", "size > 5", "one > zero", "zero == 0", "(int)group < one + 1", "big > 4")

    # ---- What is done without others.

    def work(self):
        return self.pick("sum = sum * 31 + a;", "a ^= sum >> 3;", "b += 3;", "a = hash(a + b);", "p[sum & 3] += a;", "sum += p[b & 3];",
                         "sum ^= uitem * 7;", "b = (b * 5 + (sum & 3)) & 255;", "p[lid & 3] ^= sum;", "a += (uint)lid;")

    # ---- Meetings.

    def unmet(self):
        """Of which no work-item is part."""
        meet = self.pick("BARRIER;", "BARRIER;", "box[lid] = sum; BARRIER; sum += box[0]; BARRIER;", "sum += GROUP(reduce_add, sum);",
                         "a ^= GROUP(scan_exclusive_add, a);", "b += GROUP_ANY(sum & 1);", "sum = GROUP(broadcast, sum, 0);",
                         "GLOBAL_BARRIER;", "sum += SUB(reduce_add, sum);", "SUB_BARRIER;", "a += SUB(broadcast, a, 0u);", "b += SUB_ANY(b & 1);",
                         "BARRIER; sum += 1; BARRIER; a += sum;")
        never = self.never()
        return self.rng.choice([
            f"if ({never}) {{ {meet} }}", f"if ({never}) {{ {meet} }}", f"if ({never}) {{ {meet} }} else {{ {self.work()} }}",
            f"if ({self.parted()}) {{ if ({never}) {{ {meet} }} {self.work()} }}", f"while ({never}) {{ {meet} {self.work()} }}",
            f"for (int j = 0; j < (int)tmp[item]; ++j) {{ {meet} }}",
            f"switch (tmp[item] + (sum & 1)) {{ case 0: {self.work()} break; case 1: {self.work()} break; default: {meet} }}",
            f"if ({never}) {{ {meet} {self.pick('return;', self.work())} }}" if self.may_return else f"if ({never}) {{ {meet} {self.work()} }}",
            f"meet_{self.pick('never', 'loop')}(&sum, box, lid, {self.pick('zero', '(int)tmp[item]', 'one - 1')});"])

    def met(self):
        """All of the group are part of."""
        seed = self.rng.randrange(1000)
        by = self.pick("1", "3", "size - 1", "one", "2 + zero")
        exchange = f"EXCHANGE({self.pick('sum +=', 'sum ^=', 'a +=', 'b ^=')}, {seed}u, {by});"
        known = self.pick("KNOWN(reduce_add, 1u, (uint)size)", "KNOWN(scan_inclusive_add, 1u, (uint)lid + 1)", "KNOWN(scan_exclusive_add, 2u, (uint)lid * 2)",
                          "KNOWN(reduce_max, (uint)lid, (uint)size - 1)", "KNOWN(reduce_min, (uint)lid + 5, 5u)",
                          "KNOWN(scan_inclusive_max, (uint)lid, (uint)lid)", "KNOWN_ANY(lid == 0, 1)", "KNOWN_ALL(lid != 0, 0)", "KNOWN_ALL(one, 1)",
                          f"KNOWN_FROM({seed}u, {by})")
        sub = self.pick("SUB_CHECK(sub_group_reduce_add(1u) == get_sub_group_size())", "SUB_CHECK(sub_group_scan_exclusive_add(1u) == get_sub_group_local_id())",
                        "SUB_CHECK(sub_group_broadcast(get_sub_group_id(), 0u) == get_sub_group_id())", "SUB_CHECK(sub_group_all(lid < big))",
                        "SUB_CHECK(sub_group_reduce_max(get_sub_group_local_id()) == get_sub_group_size() - 1)", "SUB_CHECK(!sub_group_any(zero))")
        part = self.pick(exchange, exchange, exchange, f"sum = sum * 5 + {known};", f"a ^= {known} * 3;", f"{sub};",
                         f"IF_SUB(get_sub_group_id() & 1) {{ {sub}; SUB_BARRIER; }}", f"if ({known} != {self.rng.randrange(3)}u) {{ {self.work()} }}",
                         "BARRIER;")
        return self.rng.choice([part, part, f"if ({self.ever()}) {{ {part} }}", f"if ({self.never()}) {{ {self.work()} BARRIER; }} else {{ {part} {self.work()} }}",
                                f"for (int j = 0; j < {self.times()}; ++j) {{ {part} {self.work()} }}", f"do {{ {part} }} while ({self.never()});",
                                f"switch (tmp[item] + (uint)one) {{ case 0: {self.work()} break; case 1: {part} break; default: BARRIER; }}",
                                f"meet_always(&sum, box, lid, item, size, {seed}u, {self.pick('one', '(int)tmp[item] + 1')});"])

    def times(self):
        """As often for all of a group."""
        return self.pick("2", "one + 1", "3 + (int)tmp[item]", "(int)(n & 3)", "(int)(group & 3) + one", "min(size, 3)", "2 + zero")

    # ---- Statements. `whole`: all work-items of the group come here.

    def block(self, depth, whole):
        return " ".join(self.statement(depth + 1, whole) for _ in range(self.rng.choice([1, 1, 2, 2, 3])))

    def statement(self, depth, whole):
        self.budget -= 1
        if depth > 4 or self.budget < 0:
            return self.met() if whole and self.chance(0.4) else self.unmet() if self.chance(0.6) else self.work()
        choices = [self.work, self.unmet, self.unmet, lambda: self.parted_if(depth), lambda: self.parted_if(depth), lambda: self.parted_loop(depth),
                   lambda: self.parted_loop(depth), lambda: self.switch(depth), lambda: self.whole_if(depth, whole),
                   lambda: self.whole_loop(depth, whole)]
        if whole:
            choices += [self.met] * 4 + [lambda: self.whole_if(depth, True), lambda: self.whole_loop(depth, True)]
        if self.loops and not whole:
            choices += [self.leave] * 2
        if self.may_return and depth > 0:
            choices.append(self.leave_kernel)
        return self.rng.choice(choices)()

    def leave(self):
        return f"if ({self.pick(self.parted(), self.parted(), self.never())}) {self.pick('break', 'continue')};"

    def leave_kernel(self):
        return f"if ({self.pick(self.parted(), self.never())}) {{ out[item * 2] = sum; out[item * 2 + 1] = 1; return; }}"

    def parted_if(self, depth):
        other = f" else {{ {self.block(depth, False)} }}" if self.chance(0.6) else ""
        return f"if ({self.parted()}) {{ {self.block(depth, False)} }}{other}"

    def parted_loop(self, depth):
        k = self.fresh("k")
        often = self.pick("(lid & 3)", "2 + (lid & 3)", "(int)(sum % 5u)", "(item % 4) + 1", "(int)(b & 3)", "min(lid, 4)")
        self.loops += 1
        inside = self.block(depth, False)
        self.loops -= 1
        return self.pick(f"for (int {k} = 0, {k}e = {often}; {k} < {k}e; ++{k}) {{ {inside} }}",
                         f"{{ int {k} = {often}; while ({k}-- > 0) {{ {inside} }} }}", f"{{ int {k} = {often}; do {{ {inside} }} while (--{k} > 0); }}",
                         f"for (int {k} = 0; {k} < 6; ++{k}) {{ {inside} if ({self.parted()}) break; }}")

    def switch(self, depth):
        loops, self.loops = self.loops, 0
        cases = " ".join(f"case {number}: {self.block(depth + 1, False)} {self.pick('break;', 'break;', '')}" for number in range(self.rng.choice([2, 3])))
        text = f"switch ({self.pick('sum % 4u', '(uint)lid & 3', 'a % 3u')}) {{ {cases} default: {self.block(depth + 1, False)} }}"
        self.loops = loops
        return text

    def whole_if(self, depth, whole):
        """Work-items go the same way, or groups do."""
        kind = self.rng.randrange(3)
        if kind == 0:
            return f"if ({self.uniform()}) {{ {self.block(depth, whole)} }} else {{ {self.block(depth, whole)} }}"
        if kind == 1:
            return f"if ({self.ever()}) {{ {self.block(depth, whole)} }}"
        return f"if ({self.never()}) {{ {self.work()} BARRIER; }} else {{ {self.block(depth, whole)} }}"

    def whole_loop(self, depth, whole):
        k = self.fresh("k")
        loops, self.loops = self.loops, 0 if whole else self.loops + 1
        inside = self.block(depth, whole)
        if self.chance(0.3):
            inside += f" if ({self.pick(self.never(), self.uniform())}) {self.pick('break', 'continue')};"
        self.loops = loops
        return f"for (int {k} = 0; {k} < {self.times()}; ++{k}) {{ {inside} }}"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// build: -cl-std=CL2.0
// sizes: {sizes}
// per_item: 2
// arg zero: i32 0
// arg one: i32 1
// arg big: i32 2147483647
#include "random/values.h"
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#ifdef HEDDLE_REFERENCE
#define BARRIER
#define GLOBAL_BARRIER
#define SUB_BARRIER
#define GROUP(f, ...) 0
#define GROUP_ANY(x) 0
#define SUB(f, ...) 0
#define SUB_ANY(x) 0
#define EXCHANGE(to, seed, by) to hash((uint)(item - lid + (lid + (by)) % size) ^ (seed))
#define KNOWN(f, x, value) (value)
#define KNOWN_ANY(x, value) (value##u)
#define KNOWN_ALL(x, value) (value##u)
#define KNOWN_FROM(seed, by) hash((uint)(item - lid + (by) % size) ^ (seed))
#define SUB_CHECK(x)
#define IF_SUB(x) if (0)
#else
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define GLOBAL_BARRIER barrier(CLK_GLOBAL_MEM_FENCE)
#define SUB_BARRIER sub_group_barrier(CLK_LOCAL_MEM_FENCE)
#define GROUP(f, ...) work_group_##f(__VA_ARGS__)
#define GROUP_ANY(x) (uint)work_group_any(x)
#define SUB(f, ...) sub_group_##f(__VA_ARGS__)
#define SUB_ANY(x) (uint)sub_group_any(x)
#define EXCHANGE(to, seed, by) box[lid] = hash(uitem ^ (seed)); BARRIER; to box[(lid + (by)) % size]; BARRIER
#define KNOWN(f, x, value) work_group_##f(x)
#define KNOWN_ANY(x, value) (uint)(work_group_any(x) != 0)
#define KNOWN_ALL(x, value) (uint)(work_group_all(x) != 0)
#define KNOWN_FROM(seed, by) work_group_broadcast(hash(uitem ^ (seed)), (size_t)((by) % size))
#define SUB_CHECK(x) sum += (x) ? 0 : 12345
#define IF_SUB(x) if (x)
#endif
void meet_never(private uint* sum, local uint* box, int lid, int times) {{
  if (times > 0) {{ box[lid] = *sum; BARRIER; *sum += box[0]; BARRIER; }}
  *sum += 3;
}}
void meet_loop(private uint* sum, local uint* box, int lid, int times) {{
  for (int i = 0; i < times; ++i) {{ *sum += GROUP(reduce_add, 1u); if (*sum == 5) return; BARRIER; }}
  *sum ^= 9;
}}
void meet_always(private uint* to, local uint* box, int lid, int item, int size, uint seed, int times) {{
  const uint uitem = (uint)item;
  uint sum = 0;
  for (int i = 0; i < times; ++i) {{ EXCHANGE(sum +=, seed, i + 1); }}
  *to += sum;
}}
"""


def head(rng):
    return HEAD.format(sizes=" ".join(map(str, rng.choice([[1, 17, 64], [3, 33], [2, 8, 40], [7, 64], [4, 16, 65], [100]])))), None


def generate(seed, only=None, without=()):
    return write_file(head, Meetings, f"meetings {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
