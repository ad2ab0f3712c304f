# SPDX-License-Identifier: Apache-2.0
"""Heddle, an OpenCL driver for CPUs. Programs find it through an ICD loader; this module says where it lies.

pyopencl from PyPI finds it without a word. For other loaders, set the variables of `environment()` (in a shell:
`eval "$(python -m heddle env)"`).
"""
import importlib.metadata
import os

__all__ = ["driver", "environment", "folder"]


def folder():
    """Path of the folder with the driver and all that it needs."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib")


def driver():
    """Path of the driver, as it stands in an .icd file."""
    return os.path.join(folder(), "libheddle.so")


def environment():
    """Variables by which loaders find this driver, and no other: Debian's ocl-icd reads the first, Khronos's the second."""
    return {"OCL_ICD_VENDORS": driver(), "OCL_ICD_FILENAMES": driver()}


def __getattr__(name):
    if name == "__version__":
        return importlib.metadata.version("heddle-opencl")
    raise AttributeError(name)
