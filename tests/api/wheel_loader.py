#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""wheel_loader.py TEST [LOADER]: runs api_icd_test through the loader that an installed Python package brings (Intel's runtimes do, which
dpctl depends upon), or through LOADER. Its functions of OpenCL 3.1 must be there and work. Exit code 77: no package has one."""
import importlib.metadata
import os
import pathlib
import subprocess
import sys

NAME = "libOpenCL.so.1"


def installed_loader():
    for distribution in importlib.metadata.distributions():
        for file in distribution.files or []:
            path = pathlib.Path(distribution.locate_file(file))
            if path.name == NAME and path.exists():
                return path.resolve()
    return None


def main():
    test = sys.argv[1]
    loader = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else installed_loader()
    if loader is None:
        print("no installed Python package has an OpenCL loader")
        return 77
    print(loader)
    folders = [str(loader.parent)] + [folder for folder in [os.environ.get("LD_LIBRARY_PATH")] if folder]
    environment = dict(os.environ, LD_LIBRARY_PATH=":".join(folders))  # its own libraries lie beside it
    run = subprocess.run([test, "--gtest_filter=Icd.*:NewerLoaderTest.*"], env=environment, stdout=subprocess.PIPE, text=True)
    print(run.stdout)
    if "OpenCL 3.0" in run.stdout:
        print("the package's loader is an older one")
        return 77 if run.returncode == 0 else run.returncode
    return run.returncode


sys.exit(main())
