# SPDX-License-Identifier: Apache-2.0
"""PEP 517: the wheel that `./heddle package` makes, and the source as an archive. Works from such an archive, too, which has no git."""
import gzip
import io
import os
import re
import shutil
import subprocess
import tarfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME = "heddle_opencl"
NOT_SOURCE = {"build", ".git", "__pycache__", "PKG-INFO"}


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as text:
        return text.read()


def version():
    header = read("include", "CL", "cl_heddle_version.h")
    return ".".join(re.findall(r"^#define CL_HEDDLE_VERSION_(?:MAJOR|MINOR|PATCH) ([0-9]+)$", header, re.M))


def metadata():
    python = re.search(r'^requires-python = "(.*)"', read("packaging", "wheel", "pyproject.toml"), re.M)[1]
    return f"Metadata-Version: 2.1\nName: heddle-opencl\nVersion: {version()}\nRequires-Python: {python}\n"


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = f"{NAME}-{version()}.dist-info"
    os.mkdir(os.path.join(metadata_directory, folder))
    with open(os.path.join(metadata_directory, folder, "METADATA"), "w", encoding="utf-8") as out:
        out.write(metadata())
    return folder


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Of this system: it asks for the glibc that what is linked in asks for. Nothing is installed by the way."""
    # What pip tells this process is not meant for the pip that makes the wheel.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PEP517_", "_PYPROJECT_HOOKS_"))}
    environment |= {"HEDDLE_NO_APT": "1", "HEDDLE_WHEEL_PLATFORM": "auto"}
    subprocess.run([os.path.join(ROOT, "heddle"), "package", "wheel"], cwd=ROOT, env=environment, check=True)
    made = os.path.join(ROOT, "build", "packages")
    [wheel] = [name for name in os.listdir(made) if name.startswith(f"{NAME}-{version()}-") and name.endswith(".whl")]
    shutil.copy(os.path.join(made, wheel), wheel_directory)
    return wheel


def source_files():
    """What git knows of; without git everything but what a build makes."""
    if os.path.exists(os.path.join(ROOT, ".git")):
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
        return sorted(name for name in listed.split("\0") if name and os.path.exists(os.path.join(ROOT, name)))
    files = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_SOURCE]
        files += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name not in NOT_SOURCE]
    return sorted(files)


def build_sdist(sdist_directory, config_settings=None):
    """The same source gives the same bytes: all times are that of CHANGELOG.md's last commit, or of the file."""
    top = f"{NAME}-{version()}"
    when = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct", "--", "CHANGELOG.md"], capture_output=True, text=True).stdout
    time = int(when or os.stat(os.path.join(ROOT, "CHANGELOG.md")).st_mtime)

    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = time
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    with open(os.path.join(sdist_directory, f"{top}.tar.gz"), "wb") as out, \
            gzip.GzipFile(filename="", fileobj=out, mode="wb", mtime=time) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in source_files():
            archive.add(os.path.join(ROOT, name), f"{top}/{name}", recursive=False, filter=plain)
        info = plain(tarfile.TarInfo(f"{top}/PKG-INFO"))
        info.size = len(metadata().encode())
        archive.addfile(info, io.BytesIO(metadata().encode()))
    return f"{top}.tar.gz"
