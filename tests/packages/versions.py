#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""versions.py ROOT BUILD: do all recipes name the version and the licences of the source, and build what `cmake --install` takes?"""
import re
import subprocess
import sys
from pathlib import Path

RECIPES = {"packaging/rpm/heddle.spec": r"^Version: +(.*)$", "packaging/arch/PKGBUILD": r"^pkgver=(.*)$",
           "packaging/conda/recipe.yaml": r'^  version: "(.*)"$'}
TARGETS = "installed hello"


def not_built(build):
    """The files of the build tree that `cmake --install` takes, and that the target `installed` does not make."""
    taken = set()
    for script in build.rglob("cmake_install.cmake"):
        for options, files in re.findall(r"^ *file\(INSTALL DESTINATION ([^\n]*?) FILES ((?:\"[^\"]*\"\s*)+)", script.read_text(), re.M):
            if " OPTIONAL" not in options:
                taken |= {file[len(str(build)) + 1:] for file in re.findall(r'"([^"]*)"', files) if file.startswith(f"{build}/")}
    assert "lib/libheddle.so" in taken, "what is installed cannot be seen"
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", "installed"], check=True, capture_output=True, text=True).stdout
    made = re.findall(r" (?:-o|>) (\S+)", commands)
    return sorted(taken - {file.removeprefix(f"{build}/") for file in made})


def main():
    root, faults = Path(sys.argv[1]), [f"the target `installed` does not make {file}" for file in not_built(Path(sys.argv[2]).resolve())]
    header = (root / "include/CL/cl_heddle_version.h").read_text()
    version = ".".join(re.findall(r"^#define CL_HEDDLE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.M))
    for name, pattern in RECIPES.items():
        text = (root / name).read_text()
        found = re.findall(pattern, text, re.M)
        if found != [version]:
            faults.append(f"{name} is of {found}, the source of {version}")
        if "ninja " in text and TARGETS not in text:
            faults.append(f"{name} builds other targets than {TARGETS}")
    wheel = re.findall(r'^license = "(.*)"$', (root / "packaging/wheel/pyproject.toml").read_text(), re.M)
    conda = re.findall(r"^  license: (.*)$", (root / "packaging/conda/recipe.yaml").read_text(), re.M)
    if not wheel or wheel != conda:
        faults.append(f"the licences are {wheel} in the wheel, {conda} in conda's recipe, which packs the same")
    changelog = re.findall(r"^\* .* - (.*)-\d+$", (root / "packaging/rpm/heddle.spec").read_text(), re.M)
    if changelog[:1] != [version]:
        faults.append(f"the newest entry of the spec's changelog is of {changelog[:1]}")
    print("\n".join(faults) or f"all recipes are of {version}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
