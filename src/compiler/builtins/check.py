#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Are all built-in functions there? Calls every function that Clang's opencl-c.h declares, for
OpenCL C 1.2 and 2.0, with the declarations of the header and with those of Clang's own table, and
looks for each symbol that results in the given modules.

Left out, because another part of the compiler provides them: pipes, device-side enqueue,
printf. Of vendors' extensions those that our own header declares.
"""
import argparse
import os
import re
import subprocess
import sys

EXTENSIONS = (
    "cl_khr_fp16 cl_khr_fp64 cl_khr_byte_addressable_store cl_khr_int64_base_atomics "
    "cl_khr_int64_extended_atomics cl_khr_global_int32_base_atomics "
    "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
    "cl_khr_local_int32_extended_atomics cl_khr_3d_image_writes cl_khr_depth_images "
    "cl_khr_mipmap_image cl_khr_mipmap_image_writes cl_khr_extended_bit_ops "
    "cl_khr_gl_msaa_sharing").split()
FEATURES = (
    "generic_address_space atomic_order_acq_rel atomic_order_seq_cst atomic_scope_device "
    "atomic_scope_all_devices device_enqueue images read_write_images pipes int64 "
    "program_scope_global_variables work_group_collective_functions "
    "integer_dot_product_input_4x8bit integer_dot_product_input_4x8bit_packed").split()
SUB_GROUPS = ["cl_khr_subgroups"] + [
    f"cl_khr_subgroup_{name}" for name in (
        "ballot clustered_reduce extended_types non_uniform_arithmetic non_uniform_vote rotate "
        "shuffle shuffle_relative").split()]
FLOAT_ATOMICS = ["-Dcl_ext_float_atomics"] + [
    f"-D__opencl_c_ext_fp{bits}_{space}_atomic_{what}"
    for bits in (16, 32, 64) for space in ("global", "local")
    for what in ("add", "load_store", "min_max")]
INTEL_HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                            "../frontend/opencl_intel_sub_groups.h")
INTEL = ["-Dcl_intel_bfloat16_conversions", "-Dcl_intel_subgroups"] + [
    f"-Dcl_intel_subgroup{name}" for name in ("s_char", "s_short", "s_long", "_local_block_io")]
ELSEWHERE = re.compile(
    r"pipe|reserve_id|ndrange|clk_event|queue|kernel_sub_group|user_event|^printf$|"
    r"^(retain|release|capture)_event|^is_valid_event|^enqueue")


def clang(options, *arguments, source=""):
    command = [options.clang, "-target", "spir64", "-cl-no-stdinc", "-w", "-x", "cl", "-",
               *arguments]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stderr[:4000])
    return done.stdout


def including(headers):
    return [word for header in headers for word in ("-include", header)]


def declarations(options, flags, headers=("opencl-c.h",)):
    """(name, parameter types) of every function in the headers that concerns us."""
    dump = clang(options, *flags, *including(headers), "-fsyntax-only", "-Xclang", "-ast-dump",
                 "-fno-color-diagnostics")
    for line in dump.splitlines():
        found = re.match(r"\|-FunctionDecl .* (\w+) '([^']*)\((.*?)\)'", line)
        if not found:
            continue
        name, result, parameters = found.groups()
        types = parameters.split(", ")
        if "__read_write" in parameters and ("sampler_t" in types or name.startswith("write")
                                             and len(types) == 4):
            continue  # in the header alone; no specification has them
        if not ELSEWHERE.search(name) and not ELSEWHERE.search(parameters + result):
            yield name, [] if parameters == "void" else parameters.split(", ")


def calls(functions):
    text = ["#pragma OPENCL EXTENSION cl_khr_fp16 : enable"]
    for number, (name, parameters) in enumerate(functions):
        types = [re.sub(r"__private$", "", re.sub(r"^__private (?!.*\*)", "", p))
                 for p in parameters]
        formal = ", ".join(f"{t} a{i}" for i, t in enumerate(types))
        actual = ", ".join(f"a{i}" for i in range(len(types)))
        text.append(f"void test{number}({formal or 'void'}) {{ {name}({actual}); }}")
    return "\n".join(text) + "\n"


def used_symbols(options, flags, table, source, headers=("opencl-c.h",)):
    arguments = ["-Xclang", "-finclude-default-header"] if table else including(headers)
    if table:
        arguments += ["-Xclang", "-fdeclare-opencl-builtins"]
    assembly = clang(options, *flags, *arguments, "-O0", "-S", "-emit-llvm", "-o", "-",
                     source=source)
    return set(re.findall(r"^declare[^@]*@\"?([\w.]+)", assembly, re.M))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--nm", required=True)
    parser.add_argument("modules", nargs="+")
    options = parser.parse_args()
    defined = set(subprocess.run(
        [options.nm, "--defined-only", "--extern-only", "--format=just-symbols",
         *options.modules], check=True, capture_output=True, text=True).stdout.split())
    missing = {}
    for standard in ("CL1.2", "CL2.0"):
        extensions = EXTENSIONS + (
            SUB_GROUPS + [f"__opencl_c_{f}" for f in FEATURES] if standard == "CL2.0" else ["__opencl_c_int64"])
        flags = [f"-cl-std={standard}", "-Xclang",
                 "-cl-ext=-all," + ",".join("+" + e for e in extensions)]
        if standard == "CL2.0":
            flags += FLOAT_ATOMICS
        headers = ("opencl-c-base.h", INTEL_HEADER)
        functions = list(declarations(options, flags + INTEL, headers))
        used = used_symbols(options, flags + INTEL, False, calls(functions), headers)
        print(f"{standard} Intel's: {len(functions)} functions, {len(used - defined)} missing")
        missing.update((symbol, f"{standard} Intel's") for symbol in used - defined)
        functions = list(declarations(options, flags))
        source = calls(functions)
        for table in (False, True):
            used = {s for s in used_symbols(options, flags, table, source)
                    if not s.startswith("llvm.")}
            print(f"{standard} {'table' if table else 'header'}: {len(functions)} functions, "
                  f"{len(used)} symbols, {len(used - defined)} missing")
            for symbol in used - defined:
                missing.setdefault(symbol, f"{standard} {'table' if table else 'header'}")
    for symbol in sorted(missing):
        print(f"missing {symbol} ({missing[symbol]})")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
