#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""set_user_id.py PROGRAM INTRUDER ENVIRONMENT_MD HWLOC LIBRARY...

Whether a set-user-ID program obeys its caller. PROGRAM runs as one user with each variable that
could change anything: it must say and leave behind something else than without, or this test would
notice nothing. Then a copy with the set-user-ID bit of that user runs as another one: it must say the
same as without the variable, and write no file. LIBRARY...: the driver, first, and what lies beside
it. Ends with 77 where nobody can make such a program: not root, or no file system that allows it.
"""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
OWNER, CALLER = 64101, 64102  # nobody's: only root needs to know them

XML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
 <object type="Machine" os_index="0" cpuset="0x7" complete_cpuset="0x7" allowed_cpuset="0x7"
   nodeset="0x1" complete_nodeset="0x1" allowed_nodeset="0x1" gp_index="1">
  <object type="NUMANode" os_index="0" cpuset="0x7" complete_cpuset="0x7" nodeset="0x1"
    complete_nodeset="0x1" gp_index="2" local_memory="1000000"/>
  <object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1" gp_index="3"/>
  <object type="PU" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x1" complete_nodeset="0x1" gp_index="4"/>
  <object type="PU" os_index="2" cpuset="0x4" complete_cpuset="0x4" nodeset="0x1" complete_nodeset="0x1" gp_index="5"/>
 </object>
</topology>
"""
PROFILES = "[test]\nexecutable = plain\nexecutable = raised\nHEDDLE_PLATFORM_NAME = A profile's\n"


class Skip(Exception):
    pass


class Place:
    """The programs and libraries, where both users may run them, and a folder that they may fill."""

    def __init__(self, root, program, intruder, libraries):
        self.root, self.home = root, root / "home"
        root.chmod(0o755)
        for name in ("lib", "plugins", "empty"):
            (root / name).mkdir(mode=0o755)
        for library in libraries:
            shutil.copy(library, root / "lib")
        self.driver = root / "lib" / pathlib.Path(libraries[0]).name
        shutil.copy(intruder, root / "plugins/hwloc_intruder.so")
        (root / "machine.xml").write_text(XML)
        (root / "config/heddle").mkdir(parents=True)
        (root / "config/heddle/profiles.conf").write_text(PROFILES)
        self.plain, self.raised = root / "plain", root / "raised"
        for copy in (self.plain, self.raised):
            shutil.copy(program, copy)
        os.chown(self.raised, OWNER, OWNER)
        self.raised.chmod(0o4755)

    def left_behind(self):
        """What lies where the program could have written, but in /tmp by process id."""
        files = sorted(str(path.relative_to(self.home)) for path in self.home.rglob("*"))
        return files + glob.glob(f"/tmp/heddle-{OWNER}")

    def run(self, program, user, environment):
        """What it said, and left behind."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.rmtree(f"/tmp/heddle-{OWNER}", ignore_errors=True)
        self.home.mkdir()
        os.chown(self.home, OWNER, OWNER)
        self.home.chmod(0o700)
        with subprocess.Popen([program, self.driver], env={"HOME": str(self.home)} | environment,
                              user=user, group=user, extra_groups=[], cwd=self.root, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as child:
            out, err = child.communicate()
        files = self.left_behind()
        perf_map = pathlib.Path(f"/tmp/perf-{child.pid}.map")
        if perf_map.exists():
            files.append("perf map")
            perf_map.unlink()
        shutil.rmtree(f"/tmp/heddle-{OWNER}", ignore_errors=True)
        return child.returncode, out, err, files


def variables(place):
    """Of each variable a value that makes a difference."""
    seen = {
        "HEDDLE_LOG": "debug",
        "HEDDLE_REPORT": "1",
        "HEDDLE_CHECK": "nothing",
        "HEDDLE_BOUNDS": "on",
        "HEDDLE_PERF": "1",
        "HEDDLE_WORKERS": "1",
        "HEDDLE_CPU_FEATURES": "sse4.2",
        "HEDDLE_WIDTH": "1",
        "HEDDLE_SUBGROUP_SIZE": "8",
        "HEDDLE_DISABLE_PASS": "ternary-logic",
        "HEDDLE_DEVICE_TYPE": "gpu",
        "HEDDLE_PLATFORM_NAME": "another",
        "HEDDLE_PLATFORM_VENDOR": "another",
        "HEDDLE_DEVICE_NAME": "another",
        "HEDDLE_COMPUTE_UNITS": "999",
        "HEDDLE_DEVICE_VENDOR": "another",
        "HEDDLE_DEVICE_VENDOR_ID": "0x1234",
        "HEDDLE_DRIVER_VERSION": "1.2.3",
        "HEDDLE_DEVICE_UUID": "00112233-4455-6677-8899-aabbccddeeff",
        "HEDDLE_DRIVER_UUID": "00112233445566778899aabbccddeeff",
        "HEDDLE_PROFILES": str(place.root / "config/heddle/profiles.conf"),
        "HEDDLE_COMPILER": str(place.root / "plugins/hwloc_intruder.so"),
        "HEDDLE_INCLUDE": "none",
        "HEDDLE_INCLUDE_LIMIT": "0",
        "HEDDLE_OPENCL_VERSION": "3.1",
        "HEDDLE_ALL_EXTENSIONS": "1",
        "HEDDLE_CACHE": "off",
        "HEDDLE_CACHE_DIR": str(place.home / "elsewhere"),
        "HWLOC_PLUGINS_PATH": str(place.root / "plugins"),
        "HWLOC_XMLFILE": str(place.root / "machine.xml"),
        "HWLOC_SYNTHETIC": "pack:2 numa:1 core:2 pu:2",
        "HWLOC_FSROOT": str(place.root / "empty"),
        "HWLOC_COMPONENTS_VERBOSE": "1",
        "XDG_CONFIG_HOME": str(place.root / "config"),
        "XDG_CACHE_HOME": str(place.home / "xdg"),
        "TMPDIR": str(place.home),
        "LLVM_OVERRIDE_PRODUCER": "somebody else",
    }
    if os.cpu_count() == 1:
        del seen["HEDDLE_WORKERS"]
    return seen


# What they change is when and where code is compiled, and what is told of faults, of which this program has none.
UNSEEN = {"HEDDLE_SPECIALISE": "wait", "HEDDLE_MEASURE": "always", "HEDDLE_BINARY_CODE": "off", "HEDDLE_COMPILER_PROCESS": "always",
          "HEDDLE_COMPILER_MEMORY": "1", "HEDDLE_COMPILER_SECONDS": "1", "HEDDLE_CHECK_ABORT": "1",
          "HEDDLE_CHECK_FILE": "/dev/null", "HEDDLE_CHECK_READS": "1", "HEDDLE_CATCH_FAULTS": "on", "HEDDLE_ACCESS_SEED": "3",
          "HEDDLE_ACCESS_RIVAL": "3", "HEDDLE_KERNEL_TIME_LIMIT": "1"}


def hwloc_variables(library):
    return {name.decode(): "1" for name in
            set(re.findall(rb"HWLOC_[A-Z0-9_]+", pathlib.Path(library).read_bytes()))}


def check(place, documented, hwloc):
    faults = []
    seen = variables(place)
    own = {name for name in seen | UNSEEN if name.startswith("HEDDLE_")}
    if os.cpu_count() == 1:
        own.add("HEDDLE_WORKERS")
    if own != documented:
        faults.append(f"documented variables and those of this test differ: {own ^ documented}")

    # The sanitizers' own: a set-user-ID program may not be looked into for leaks.
    ours = {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
    if "ASAN_OPTIONS" in ours:
        ours["ASAN_OPTIONS"] += ":detect_leaks=0"

    def run(program, user, more):
        return place.run(program, user, ours | more)

    obeying = run(place.plain, OWNER, {})
    if obeying[0] != 0:
        raise RuntimeError(f"the program does not run: {obeying}")
    quiet = run(place.raised, CALLER, {})
    if "secure: 1" not in quiet[2]:
        raise Skip("the set-user-ID bit has no effect here")
    if quiet[0] != 0 or quiet[3]:
        faults.append(f"in secure execution: {quiet}")
    for name, value in seen.items():
        if run(place.plain, OWNER, {name: value}) == obeying:
            faults.append(f"{name}={value} makes no difference without the bit: nothing is tested")
        said = run(place.raised, CALLER, {name: value})
        if said != quiet:
            faults.append(f"{name}={value} is obeyed: {said}\ninstead of {quiet}")
    together = hwloc_variables(hwloc) | UNSEEN | {"HEDDLE_LOG": "debug", "LANG": "de_DE.UTF-8"}
    said = run(place.raised, CALLER, together)
    if said != quiet:
        faults.append(f"one of {together} is obeyed: {said}\ninstead of {quiet}")
    return faults


def folders(build):
    """Where a set-user-ID program may be made."""
    for folder in (tempfile.gettempdir(), build):
        if not os.statvfs(folder).f_flag & (os.ST_NOSUID | os.ST_NOEXEC):
            yield folder


def main():
    program, intruder, documentation, hwloc, *libraries = sys.argv[1:]
    if os.geteuid() != 0:
        raise Skip("only root can make set-user-ID programs of another user")
    folder = next(folders(os.path.dirname(program)), None)
    if not folder:
        raise Skip("file systems are mounted with nosuid or noexec")
    text = pathlib.Path(documentation).read_text()
    documented = set(re.findall(r"^\| `(HEDDLE_\w+)`", text, re.MULTILINE))
    with tempfile.TemporaryDirectory(dir=folder, prefix="heddle-secure-") as root:
        faults = check(Place(pathlib.Path(root), program, intruder, libraries), documented, hwloc)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


try:
    sys.exit(main())
except Skip as why:
    print("SKIP:", why)
    sys.exit(SKIP)
