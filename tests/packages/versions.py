#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""versions.py ROOT: do all recipes name the version of the source, and build what `cmake --install` takes?"""
import re
import sys
from pathlib import Path

RECIPES = {"packaging/rpm/heddle.spec": r"^Version: +(.*)$", "packaging/arch/PKGBUILD": r"^pkgver=(.*)$",
           "packaging/conda/recipe.yaml": r'^  version: "(.*)"$'}
TARGETS = "heddle heddle-compiler heddle-compile heddle-spirv package_doc hello"


def main():
    root, faults = Path(sys.argv[1]), []
    header = (root / "include/CL/cl_heddle_version.h").read_text()
    version = ".".join(re.findall(r"^#define CL_HEDDLE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.M))
    for name, pattern in RECIPES.items():
        text = (root / name).read_text()
        found = re.findall(pattern, text, re.M)
        if found != [version]:
            faults.append(f"{name} is of {found}, the source of {version}")
        if "ninja " in text and TARGETS not in text:
            faults.append(f"{name} builds other targets than {TARGETS}")
    changelog = re.findall(r"^\* .* - (.*)-\d+$", (root / "packaging/rpm/heddle.spec").read_text(), re.M)
    if changelog[:1] != [version]:
        faults.append(f"the newest entry of the spec's changelog is of {changelog[:1]}")
    print("\n".join(faults) or f"all recipes are of {version}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
