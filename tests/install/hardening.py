#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads back from binaries what cmake/HeddleHardening.cmake asked for.

    hardening.py READELF COMPILE_COMMANDS SRC BINARY...

Probes of the stack stand in functions with large frames only, which a binary need not have: the commands say whether there would be any.
So do they of the other flags, which an archive of the distribution may stand for.
"""
import json
import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def missing(readelf, binary):
    """What `binary` lacks."""
    segments, dynamic = output(readelf, "-lW", binary), output(readelf, "-dW", binary)
    symbols = output(readelf, "-W", "--dyn-syms", binary)
    stack = re.search(r"GNU_STACK.* (R[W ][E ]) ", segments)
    checks = {
        "RELRO": "GNU_RELRO" in segments,
        "a stack that is not executable": stack and "E" not in stack.group(1),
        "no segment that is writable and executable": not re.search(r"LOAD.* RWE ", segments),
        "BIND_NOW": re.search(r"\(FLAGS(_1)?\).*\b(BIND_)?NOW\b", dynamic),
        "no text relocations": "TEXTREL" not in dynamic,
        "the stack protector": "__stack_chk_fail" in symbols,
    }
    if ".so" in binary:  # a small program need not have a call of which more can be checked
        checks["_FORTIFY_SOURCE"] = re.search(r" __\w+_chk@", symbols)
    return [name for name, there in checks.items() if not there]


def unprotected(commands, src):
    """Files of `src` that are compiled without the flags of which binaries tell nothing."""
    with open(commands, encoding="utf-8") as text:
        all_commands = json.load(text)
    ours = [each for each in all_commands if each["file"].startswith(src + "/") and each["file"].endswith(".cpp")]
    assert len(ours) > 100, "the commands are not those of the driver"
    wanted = ("-fstack-clash-protection", "-fstack-protector-strong", "-D_FORTIFY_SOURCE=")
    return [each["file"] for each in ours if any(flag not in each["command"] for flag in wanted)]


def main():
    readelf, commands, src, *binaries = sys.argv[1:]
    lines = [f"{binary} lacks: {each}" for binary in binaries for each in missing(readelf, binary)]
    lines += [f"{file} is compiled without all flags" for file in unprotected(commands, src)]
    print("\n".join(lines))
    return len(lines) > 0


if __name__ == "__main__":
    sys.exit(main())
