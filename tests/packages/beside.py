#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""beside.py DRIVER: Heddle in one process with other OpenCL drivers that bring an LLVM (Mesa's, PoCL), and with an application that uses LLVM
itself, of another version and of the driver's own.

Each case is a process. The application's LLVM has its own options and handler of fatal errors, and is used before and after; at the end a fatal
error must still reach that handler. Cases whose libraries are not there are named and left out."""
import ctypes
import ctypes.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cluster"))
import device  # noqa: E402

IR = b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"
FATAL = b"an error of its own"
LLVMS = ["libLLVM-14.so.1", "libLLVM-15.so.1", "libLLVM.so.19.1", "libLLVM.so.22.1"]
ICDS = ["mesa.icd", "rusticl.icd", "pocl.icd"]


class Application:
    """A user of LLVM's C interface."""

    def __init__(self, name):
        self.llvm = ctypes.CDLL(name, ctypes.RTLD_GLOBAL)
        for function in ("LLVMContextCreate", "LLVMCreateMemoryBufferWithMemoryRangeCopy", "LLVMPrintModuleToString"):
            getattr(self.llvm, function).restype = ctypes.c_void_p
        arguments = (ctypes.c_char_p * 2)(b"application", b"-inline-threshold=17")
        self.llvm.LLVMParseCommandLineOptions(2, arguments, None)
        self.handler = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(self.on_fatal_error)
        self.llvm.LLVMInstallFatalErrorHandler(self.handler)

    @staticmethod
    def on_fatal_error(text):
        print(f"  the application's handler has its error: {text.decode()}", flush=True)
        os._exit(0 if text == FATAL else 1)

    def fail(self):
        """llvm::report_fatal_error(const char*, bool), which does not return."""
        self.llvm["_ZN4llvm18report_fatal_errorEPKcb"](FATAL, False)

    def use(self):
        llvm, module, message = self.llvm, ctypes.c_void_p(), ctypes.c_char_p()
        context = ctypes.c_void_p(llvm.LLVMContextCreate())
        buffer = ctypes.c_void_p(llvm.LLVMCreateMemoryBufferWithMemoryRangeCopy(IR, ctypes.c_size_t(len(IR)), b"ir"))
        assert llvm.LLVMParseIRInContext(context, buffer, ctypes.byref(module), ctypes.byref(message)) == 0, message.value
        text = ctypes.string_at(llvm.LLVMPrintModuleToString(module))
        assert b"add i32 %x, 1" in text, text
        llvm.LLVMContextDispose(context)


def case():
    """One process: with an application's LLVM, or all platforms that the loader finds."""
    other = Application(sys.argv[2]) if sys.argv[2:] else None
    if other:
        other.use()
    found = device.platforms()
    assert "Heddle" in found, found
    ours = device.Device(found["Heddle"])
    ours.run()
    assert ours.build(b"kernel void k() { this is no OpenCL C }")[2] == -11  # a diagnostic, by our LLVM
    for name, platform in found.items():
        try:
            its = device.Device(platform)
        except AssertionError:
            print(f"  {name}: no device")
            continue
        its.run()
        print(f"  {name}: right")
    if other:
        other.use()
    ours.run()
    with open("/proc/self/maps", encoding="utf-8") as maps:
        print("  LLVMs in the process:", sorted({Path(line.split()[-1]).name for line in maps if "libLLVM" in line and ".so" in line}), flush=True)
    if other:
        other.fail()
        sys.exit("FAULT: a fatal error returned")


def run(driver, icds, arguments):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "heddle.icd").write_text(f"{driver}\n")
        for icd in icds:
            Path(folder, icd.name).write_text(icd.read_text())
        environment = os.environ | {"OCL_ICD_VENDORS": folder, "HEDDLE_CACHE_DIR": folder, "RUSTICL_ENABLE": "llvmpipe", "HEDDLE_SPECIALISE": "wait"}
        environment.pop("OCL_ICD_FILENAMES", None)
        done = subprocess.run([sys.executable, "-B", __file__, "--case", *arguments], env=environment, timeout=120, capture_output=True, text=True)
    print(done.stdout, done.stderr[-2000:], sep="", end="", flush=True)
    if arguments and "handler has its error" not in done.stdout:
        print("FAULT: the application's handler was not called")
        return 1
    return done.returncode != 0


def main():
    driver, failures = Path(sys.argv[1]).resolve(), 0
    for name in ICDS:
        icd = Path("/etc/OpenCL/vendors", name)
        print(f"beside {name}:" if icd.exists() else f"not tried: there is no {name}", flush=True)
        if icd.exists():
            failures += run(driver, [icd], [])
    for name in LLVMS:
        try:
            ctypes.CDLL(name, os.RTLD_LAZY)
        except OSError:
            print(f"not tried: there is no {name}")
            continue
        print(f"in an application with {name}:", flush=True)
        failures += run(driver, [], [name])
    print(f"{failures} faults")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(case() if sys.argv[1:2] == ["--case"] else main())
