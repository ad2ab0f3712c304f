#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom in src: rooms only those that the table allows, no two files each other, by whatever way, and none the standard library's mutexes.

    check.py SRC

A file and its header count as one. A room's name stands for the files in its folder that are in no other room.
"""
import collections
import os
import re
import sys

# A room, and the rooms that it may include. What a room may include, the rooms above it may, too, where they name it.
ROOMS = {
    "support": [],
    "abi": ["support"],
    "helper": ["support", "abi"],
    "check": [],
    "devices/cpu": ["support", "abi"],
    # The compiler, from what every room reads and builds IR with up to its door.
    "compiler/builtins": ["abi"],
    "compiler/target/instruction_set": [],
    "compiler/target/code_generator": [],
    "compiler/target/passes": [],
    "compiler/ir": ["support", "abi", "compiler/target/instruction_set"],
    "compiler/analysis": ["compiler/ir", "compiler/target/instruction_set"],
    "compiler/lower": ["abi", "compiler/builtins", "compiler/ir", "compiler/analysis", "compiler/check/site", "compiler/target/instruction_set"],
    "compiler/check": ["abi", "compiler/ir", "compiler/analysis"],
    "compiler/vectorize/access": ["compiler/ir", "compiler/analysis", "compiler/target/instruction_set"],
    "compiler/vectorize/plan": ["compiler/ir", "compiler/analysis", "compiler/vectorize/access", "compiler/target/instruction_set"],
    "compiler/vectorize/linearize": ["compiler/ir", "compiler/analysis", "compiler/vectorize/access", "compiler/target/instruction_set"],
    "compiler/vectorize/widen": ["compiler/ir", "compiler/analysis", "compiler/vectorize/access", "compiler/target/instruction_set"],
    "compiler/groups": ["abi", "compiler/builtins", "compiler/ir", "compiler/analysis", "compiler/lower", "compiler/vectorize/access", "compiler/target/instruction_set"],
    "compiler/tune": ["abi", "compiler/ir", "compiler/analysis", "compiler/check", "compiler/lower", "compiler/vectorize/access", "compiler/target/instruction_set"],
    "compiler/target/x86": ["support", "compiler/target", "compiler/ir", "compiler/analysis"],
    "compiler/codegen": ["support", "abi", "compiler/target/code_generator", "compiler/ir"],
    "compiler/pipeline": ["support", "compiler/ir", "compiler/analysis", "compiler/lower", "compiler/check", "compiler/vectorize", "compiler/groups", "compiler/tune",
                          "compiler/target/instruction_set", "compiler/target/passes",
                          "compiler/codegen"],
    "compiler/program/build_options": ["support", "abi"],
    "compiler/program": ["support", "abi", "compiler/ir"],
    "compiler/jobs": ["support", "abi"],
    "compiler/frontend": ["support", "abi", "compiler/builtins", "compiler/ir", "compiler/program", "compiler/target/code_generator"],
    "compiler/spirv": ["support", "abi", "helper", "compiler/ir", "compiler/program", "compiler/jobs", "compiler/frontend"],
    "compiler/process": ["support", "abi", "helper"],
    "compiler/tool": ["abi", "compiler/ir", "compiler/program", "compiler/frontend", "compiler/pipeline", "compiler/codegen", "compiler/target/instruction_set",
                      "compiler/target/code_generator"],
    "compiler": ["support", "abi", "compiler/ir", "compiler/program", "compiler/jobs", "compiler/frontend", "compiler/spirv", "compiler/pipeline", "compiler/codegen"],
    "platform": ["support", "abi", "devices/cpu"],
    "runtime/command": ["support", "abi", "devices/cpu", "platform"],
    "runtime/memory": ["support", "abi", "devices/cpu", "platform", "runtime/command"],
    "runtime/image": ["support", "abi", "platform", "runtime/command", "runtime/memory"],
    "runtime/check": ["support", "abi", "devices/cpu", "platform", "runtime/memory"],
    "runtime/launch": ["support", "abi", "devices/cpu", "platform"],
    "runtime/code": ["support", "abi", "helper", "devices/cpu", "platform", "compiler/program/build_options", "runtime/command"],
    "runtime/program": ["support", "abi", "devices/cpu", "platform", "compiler/program/build_options", "runtime/command", "runtime/check", "runtime/launch", "runtime/code"],
    "runtime/device_enqueue": ["support", "abi", "devices/cpu", "runtime/command", "runtime/check", "runtime/launch", "runtime/program"],
    "runtime/kernel": ["support", "abi", "devices/cpu", "platform", "runtime/command", "runtime/memory", "runtime/image",
                       "runtime/check", "runtime/launch", "runtime/code", "runtime/program", "runtime/device_enqueue"],
    "runtime/command_buffer": ["support", "abi", "devices/cpu", "platform", "runtime/command", "runtime/launch", "runtime/kernel"],
    "runtime/semaphore": ["support", "platform", "runtime/command"],
    "runtime/gl": ["support", "abi", "devices/cpu", "platform", "runtime/command", "runtime/memory", "runtime/image"],
    "icd": ["support", "devices/cpu", "platform", "runtime/command", "runtime/memory", "runtime/image", "runtime/code", "runtime/program", "runtime/kernel",
            "runtime/command_buffer", "runtime/semaphore", "runtime/gl"],
}
# Files without a header that implement a part of another file's.
PARTS = {
    "compiler/groups/next_regions": "compiler/groups/work_item_loops",
    "compiler/vectorize/linearize/fold_loop": "compiler/vectorize/linearize/fold",
    "devices/cpu/pool": "devices/cpu/pool_impl",
    "devices/cpu/worker": "devices/cpu/pool_impl",
}
INCLUDE = re.compile(r'^#include "([\w/]+)\.(?:h|def)"', re.M)
MUTEXES = "support/mutex.h"
STANDARD_MUTEX = re.compile(r"^#include <(mutex|shared_mutex|condition_variable)>", re.M)
MUTEX = re.compile(r"^([ \t]*//[^\n]*\n)?[ \t]*(?:static |mutable |inline |constinit )*\w*Mutex (\w+);([^\n]*)", re.M)


def is_in(name, room):
    return name == room or name.startswith(room + "/")


def room_of(name):
    return next((room for room in ROOMS if is_in(name, room)), None)


def read(src):
    """{file without its suffix: what it includes}"""
    includes = collections.defaultdict(set)
    for folder, _, files in os.walk(src):
        for file in files:
            if file.endswith((".h", ".cpp")):
                path = os.path.join(folder, file)
                name = os.path.splitext(os.path.relpath(path, src))[0]
                name = PARTS.get(name, name)
                with open(path, encoding="utf-8") as text:
                    includes[name] |= set(INCLUDE.findall(text.read())) - {name}
    return includes


def upwards(includes):
    for name, others in sorted(includes.items()):
        room = room_of(name)
        if not room:
            yield f"{name} is in no room of the table"
            continue
        for other in sorted(others):
            if room_of(other) and not is_in(other, room) and not any(is_in(other, allowed) for allowed in ROOMS[room]):
                yield f"{name} includes {other}: {room} may not"


def circles(includes, word="includes"):
    """Tarjan's strongly connected components of more than one file."""
    number, low, stack, held = {}, {}, [], set()

    def visit(name):
        number[name] = low[name] = len(number)
        stack.append(name)
        held.add(name)
        for other in sorted(includes.get(name, ())):
            if other not in number:
                yield from visit(other)
                low[name] = min(low[name], low[other])
            elif other in held:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            circle = []
            while not circle or circle[-1] != name:
                circle.append(stack.pop())
                held.discard(circle[-1])
            if len(circle) > 1:
                yield f"a circle of {word}: " + ", ".join(sorted(circle))

    for name in sorted(includes):
        if name not in number:
            yield from visit(name)


def mutexes(src):
    """The compiler sees no annotations at the standard library's mutexes. One that no annotation names has a comment."""
    for folder, _, files in os.walk(src):
        for path in (os.path.join(folder, file) for file in sorted(files)):
            if path.endswith((".h", ".cpp")) and os.path.relpath(path, src) != MUTEXES:
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                for found in STANDARD_MUTEX.findall(text):
                    yield f"{path} includes <{found}>: {MUTEXES} is for that"
                for above, name, beside in MUTEX.findall(text):
                    if not above and "//" not in beside and not re.search(rf"(GUARDED_BY|REQUIRES)\((.*\W)?{name}\)", text):
                        yield f"{path}: {name} does not say what it guards"


def main():
    sys.setrecursionlimit(10000)
    includes = read(sys.argv[1])
    faults = [*upwards(includes), *circles(includes), *mutexes(sys.argv[1])]
    print("\n".join(faults) or f"{len(includes)} files, each in its room")
    return len(faults) > 0


if __name__ == "__main__":
    sys.exit(main())
