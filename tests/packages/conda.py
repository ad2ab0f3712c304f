#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""conda.py RECIPE TAR WORK COMMAND...: builds a conda recipe of the tar with rattler-build's library, has it test the package, and runs a
command that finds the driver where the package lies, as in an environment. Needs py-rattler-build.

The channel is a folder with a stand-in for the loader's package: what the recipe asks for is solved, and no server is asked."""
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import warnings
import zipfile
from pathlib import Path

import rattler_build

LOADER = """package: {name: ocl-icd, version: "2.3"}
build: {noarch: generic, script: ['mkdir -p $PREFIX/share/stand-in && touch $PREFIX/share/stand-in/ocl-icd']}
"""


def build(recipe, channel, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # its successor builds one variant of one recipe, in many more calls
        rattler_build.build_recipes([recipe], channel=[channel.as_uri()], output_dir=channel, **options)


def make_channel(work):
    channel = work / "channel"
    for folder in ("noarch", "linux-64"):
        (channel / folder).mkdir(parents=True)
        (channel / folder / "repodata.json").write_text('{"packages": {}, "packages.conda": {}}')
    (work / "loader.yaml").write_text(LOADER)
    build(work / "loader.yaml", channel, test="skip")
    return channel


def parts(package):
    """The two archives in a .conda file, what is installed first."""
    with zipfile.ZipFile(package) as file:
        for kind in ("pkg-", "info-"):
            [name] = [name for name in file.namelist() if name.startswith(kind)]
            unpacked = subprocess.run(["zstd", "-dc"], input=file.read(name), stdout=subprocess.PIPE, check=True).stdout
            yield tarfile.open(fileobj=io.BytesIO(unpacked))


def install(package, prefix):
    """Unpacks it as conda does, which writes the environment's path where the recipe's was."""
    contents, about = parts(package)
    contents.extractall(prefix)
    for entry in json.load(about.extractfile("info/paths.json"))["paths"]:
        placeholder = entry.get("prefix_placeholder")
        if not placeholder:
            continue
        if entry["file_mode"] != "text":
            sys.exit(f"conda.py: {entry['_path']} holds a path of the build")
        path = prefix / entry["_path"]
        path.write_text(path.read_text().replace(placeholder, str(prefix)))


def main():
    recipe, archive, work = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    (work / "recipe").mkdir(parents=True)
    shutil.copy(recipe, work / "recipe")
    shutil.copy(archive, work / "recipe")
    channel = make_channel(work)
    build(work / "recipe" / recipe.name, channel, test="native", package_format="conda:1")
    [package] = (channel / "linux-64").glob("heddle-opencl-*.conda")
    install(package, work / "environment")
    vendors = work / "environment" / "etc" / "OpenCL" / "vendors"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OCL_ICD", "HEDDLE"))}
    subprocess.run(sys.argv[4:], env=environment | {"OCL_ICD_VENDORS": str(vendors), "HEDDLE_CACHE": "off"}, check=True)
    print(f"{package.name}: {package.stat().st_size >> 20} MB")
    shutil.rmtree(work)


main()
