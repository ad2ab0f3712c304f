# SPDX-License-Identifier: Apache-2.0
"""gdb's command `heddle where`: the kernels that a process with Heddle runs, thread by thread, with their groups and lines.

    gdb -x heddle-gdb.py -p PID         a kernel that does not end
    gdb -x heddle-gdb.py PROGRAM CORE   one that died
    (gdb) heddle where

The driver's package loads it by itself. The records are those of debug_records.h.
"""
import signal
import struct

import gdb

VERSION = 1
POINTER_ARGUMENT = 1  # heddle::ArgKind::Pointer
FAULTS = {int(number): number.name for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL)}


class NoRecords(Exception):
    pass


def read(address, layout):
    """The numbers of a structure in the process."""
    return struct.unpack(layout, bytes(gdb.selected_inferior().read_memory(address, struct.calcsize(layout))))


def text(address):
    """A string, which ends with a NUL."""
    all_bytes = b""
    while True:
        byte = bytes(gdb.selected_inferior().read_memory(address + len(all_bytes), 1))
        if byte == b"\0" or len(all_bytes) == 4096:
            return all_bytes.decode(errors="replace")
        all_bytes += byte


def listed(head, layout):
    """The structures of a list whose first word is the next one's address."""
    while head:
        fields = read(head, layout)
        yield head, fields
        head = fields[0]


class Code:
    """hd_loaded_code"""

    def __init__(self, address):
        (_, self.begin, self.end, kernel, self.lines, self.num_lines, self.files, self.num_files,
         self.arguments, self.num_arguments) = read(address, "<10Q")
        self.kernel = text(kernel)

    def has(self, pc):
        return self.begin <= pc < self.end

    def place(self, pc):
        """FILE:LINE:COLUMN of an instruction; None without -g."""
        found = None
        for i in range(self.num_lines):
            offset, file, line, column = read(self.lines + 16 * i, "<4I")
            if offset > pc - self.begin:
                break
            found = (file, line, column)
        if not found or found[1] == 0 or found[0] >= self.num_files:
            return None
        name = text(read(self.files + 8 * found[0], "<Q")[0])
        return f"{name}:{found[1]}" + (f":{found[2]}" if found[2] else "")

    def argument(self, index):
        """Name, kind and offset of an argument."""
        name, kind, offset = read(self.arguments + 16 * index, "<QII")
        return text(name), kind, offset


def ends(noun, first, last):
    """The first and the last of some groups or work-items, or the only one."""
    def numbers(place):
        return "(" + ", ".join(map(str, place)) + ")"
    return f"{noun} {numbers(first)}" if first == last else f"{noun}s {numbers(first)} to {numbers(last)}"


class Running:
    """hd_thread_record, of a thread that runs a kernel"""

    def __init__(self, fields):
        (_, self.thread, self.generation, self.launch, self.range, self.code, self.frame, _, self.objects, self.num_objects) = fields

    def groups(self):
        _, dimensions, *numbers = read(self.launch, "<II12Q")
        size, offset, local = numbers[0:3], numbers[3:6], numbers[6:9]
        bounds = read(self.range, "<6Q")
        begin, end = bounds[:3], bounds[3:]
        first = [offset[d] + begin[d] * local[d] for d in range(3)]
        last = [offset[d] + min(end[d] * local[d], size[d]) - 1 for d in range(3)]
        return ", ".join([ends("work-group", list(begin)[:dimensions], [end[d] - 1 for d in range(dimensions)]),
                          ends("work-item", first[:dimensions], last[:dimensions])])

    def arguments(self, code):
        """A line for each argument that is a pointer."""
        args = read(self.launch + 8 + 4 * 3 * 8, "<Q")[0]
        sizes = {}
        for i in range(self.num_objects):
            _, size, argument = read(self.objects + 24 * i, "<3Q")
            sizes[argument] = size
        for i in range(code.num_arguments):
            name, kind, offset = code.argument(i)
            if kind != POINTER_ARGUMENT:
                continue
            size = f", {sizes[i]} bytes" if i in sizes else ""
            yield f"argument {i}" + (f" `{name}`" if name else "") + f": {read(args + offset, '<Q')[0]:#x}{size}"


def all_running():
    """What each thread runs, the innermost kernel, by the thread's number."""
    try:
        records = int(gdb.parse_and_eval("(unsigned long)&heddle_debug_records"))
    except gdb.error as error:
        raise NoRecords("the process has not loaded Heddle") from error
    version, generation, _, threads = read(records, "<IIQQ")
    if version != VERSION:
        raise NoRecords(f"the driver's records are of version {version}; this script reads {VERSION}")
    found = {}
    for _, fields in listed(threads, "<QiI7Q"):
        running = Running(fields)
        is_idle = running.launch == 0 or running.thread == 0 or running.generation != generation
        known = found.get(running.thread)
        if not is_idle and (known is None or running.frame < known.frame):
            found[running.thread] = running
    return found


def fault():
    """What ended the selected thread, or stopped it; nothing if that is no fault."""
    try:
        number = int(gdb.parse_and_eval("$_siginfo.si_signo"))
        if number not in FAULTS:
            return ""
        address = int(gdb.parse_and_eval("(unsigned long)$_siginfo._sifields._sigfault.si_addr"))
        return f", {FAULTS[number]}" + (f" at address {address:#x}" if FAULTS[number] in ("SIGSEGV", "SIGBUS") else "")
    except gdb.error:
        return ""


def code_pc(code):
    """The instruction of the selected thread in a kernel's code: that of the innermost frame in it. None if no frame is."""
    frame = gdb.newest_frame()
    while frame is not None:
        if code.has(frame.pc()):
            return frame.pc()
        try:
            frame = frame.older()
        except gdb.error:
            return None
    return None


def describe(thread, running):
    """The sentence about a thread, and lines about the kernel's arguments."""
    code = Code(running.code)
    pc = code_pc(code)
    place = code.place(pc) if pc else None
    outside = "" if code.has(gdb.newest_frame().pc()) else ", in a function of the driver that it calls"
    yield (f"thread {thread.num} (LWP {thread.ptid[1]}): kernel '{code.kernel}' in {running.groups()}"
           + (f", at {place}" if place else "") + outside + fault())
    for line in running.arguments(code):
        yield "  " + line


class Heddle(gdb.Command):
    """Commands for processes with Heddle, the OpenCL driver."""

    def __init__(self):
        super().__init__("heddle", gdb.COMMAND_DATA, prefix=True)


class Where(gdb.Command):
    """Says which kernels the threads run, with work-groups, line and arguments."""

    def __init__(self):
        super().__init__("heddle where", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        selected = gdb.selected_thread()
        if selected is None:
            raise gdb.GdbError("There is no process.")
        try:
            running = all_running()
            found = False
            for thread in sorted(gdb.selected_inferior().threads(), key=lambda each: each.num):
                if thread.ptid[1] in running:
                    found = True
                    thread.switch()
                    print("\n".join(describe(thread, running[thread.ptid[1]])))
            if not found:
                print("No thread runs a kernel.")
        except NoRecords as why:
            raise gdb.GdbError(f"heddle where: {why}.") from why
        finally:
            selected.switch()


Heddle()
Where()
