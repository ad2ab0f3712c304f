# SPDX-License-Identifier: Apache-2.0
"""The built-in functions of OpenCL C that compute something of values, as Clang's header declares them."""
import re
import subprocess
from dataclasses import dataclass

EXTENSIONS = "-all,+cl_khr_fp64,+cl_khr_fp16,+__opencl_c_fp64,+__opencl_c_int64,+__opencl_c_generic_address_space,+cl_khr_extended_bit_ops"
# Of memory, other work-items, images; as_X only names a type, and vloadn and vstoren copy.
OTHERS = re.compile(r"^(as_|async_|atomic_|barrier|get_|image|mem_fence|prefetch|printf|read_|sub_group|vload\d|vstore\d|wait_|work_|write_)")
BITS = {"char": 8, "short": 16, "int": 32, "long": 64, "half": 16, "float": 32, "double": 64}


@dataclass(frozen=True)
class Type:
    """A number, or a vector of them."""
    name: str
    lanes: int = 1

    @property
    def element(self):
        return Type(self.name)

    @property
    def is_float(self):
        return self.name in ("half", "float", "double")

    @property
    def bits(self):
        return BITS[self.name if self.is_float else self.name.removeprefix("u")]

    @property
    def stored_lanes(self):
        return 4 if self.lanes == 3 else self.lanes

    @property
    def size(self):
        return self.stored_lanes * self.bits // 8

    def __str__(self):
        return self.name + (str(self.lanes) if self.lanes > 1 else "")


@dataclass(frozen=True)
class Overload:
    """`stored`: what a last argument points to. `memory`: half, of a function that loads or stores some."""
    name: str
    result: Type
    arguments: tuple
    stored: Type = None
    memory: str = ""

    def __str__(self):
        return f"{self.name}({', '.join(map(str, self.arguments))})"

    @property
    def lanes(self):
        return max(each.lanes for each in (self.result, *self.arguments))


def type_of(text):
    found = re.fullmatch(r"(u?(?:char|short|int|long)|half|float|double)(2|3|4|8|16)?", text)
    return Type(found[1], int(found[2] or 1)) if found else None


def overload_of(name, result, parameters):
    """None for what is no function of values."""
    words = [re.sub(r"\b(const|__private|__generic)\b", "", each).split() for each in parameters.split(", ")]
    types = [type_of("".join(each)) for each in words]
    half = re.fullmatch(r"v(load|store)a?_half(2|3|4|8|16)?(_rt[ezpn])?", name)
    if half:
        lanes = int(half[2] or 1)
        if half[1] == "load":
            return Overload(name, Type("float", lanes), (Type("half", lanes),), None, "load")
        return Overload(name, Type("half", lanes), (types[0],), None, "store")
    stored = None
    if words[-1][-1] == "*":
        stored = type_of("".join(words[-1][:-1]))
        types.pop()
        if stored is None:
            return None
    if not types or None in types or type_of(result) is None:
        return None
    return Overload(name, type_of(result), tuple(types), stored)


def all_overloads(clang):
    """Each once; those of generic pointers, where there are some."""
    command = [clang, "-target", "spir64", "-cl-no-stdinc", "-w", "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-cl-ext=" + EXTENSIONS,
               "-include", "opencl-c.h", "-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics", "/dev/null"]
    dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = {}
    for line in dump.splitlines():
        match = re.match(r"\|-FunctionDecl .* (\w+) '([^']*?) \((.*)\)'", line)
        if not match or OTHERS.match(match[1]) or re.search(r"__(global|local)\b", match[3]):
            continue
        overload = overload_of(*match.groups())
        if overload:
            found[overload] = None
    return list(found)


def fits(overload, lanes):
    """Is it one for vectors of so many lanes? Shuffles and the like count by what they return."""
    if overload.name.startswith("shuffle"):
        return overload.result.lanes == lanes
    return overload.lanes == lanes
