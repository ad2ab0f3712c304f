# SPDX-License-Identifier: Apache-2.0
"""What is in the wheel beside Python: the driver, and for the loader inside pyopencl's wheel a library that leads to it."""
import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface):
    def initialize(self, version, build_data):
        bundle = os.environ["HEDDLE_BUNDLE"]
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-linux_x86_64"  # auditwheel puts another one
        build_data["sbom_files"].append("heddle.spdx.json")
        build_data["force_include"] = {os.path.join(bundle, "lib"): "heddle/lib",
                                       # pyopencl's loader reads this folder, and opens a library of a bare name from it.
                                       os.path.join(bundle, "pyopencl"): "pyopencl/.libs"}
