#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a list of what is in a package (SBOM, SPDX 2.3 as JSON): whatever is linked in, lies beside, or is needed at run time.

What is linked in is what the linker says of the archives that it took members of (--print-archive-stats); whose they are,
and of which version, says dpkg. Prints the Debian packages whose notices of copyright belong into the package.
"""
import argparse
import collections
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

# Debian's source packages and the licences that they declare. A new one is looked up and written here by hand.
LICENCES = {
    r"cli11": "BSD-3-Clause",
    r"gcc-\d+": "GPL-3.0-or-later WITH GCC-exception-3.1",
    r"glibc": "LGPL-2.1-or-later",
    r"hwloc": "BSD-3-Clause",
    r"libcap2": "BSD-3-Clause OR GPL-2.0-only",
    r"libzstd": "BSD-3-Clause OR GPL-2.0-only",
    r"llvm-toolchain-\d+": "Apache-2.0 WITH LLVM-exception",
    r"nlohmann-json3": "MIT",
    r"spirv-llvm-translator-\d+": "NCSA",
    r"spirv-tools": "Apache-2.0",
    r"systemd": "LGPL-2.1-or-later",
    r"xxhash": "BSD-2-Clause",
    r"zlib": "Zlib",
}
# Code that comes from headers: xxHash, what heddle-check is made of, and the header that every OpenCL C source begins with.
HEADERS = ("/usr/include/xxhash.h", "/usr/include/CLI/CLI.hpp", "/usr/include/nlohmann/json.hpp",
           "/usr/lib/llvm-22/lib/clang/22/include/opencl-c-base.h")
# What every system has.
SYSTEM = ("glibc", "gcc-")
Component = collections.namedtuple("Component", "source version full homepage packages")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def owner(path):
    """The package that a file is of. Libraries of /lib are known by that name, wherever it leads to."""
    real = os.path.realpath(path)
    for name in (real, real[len("/usr"):]):
        found = subprocess.run(("dpkg-query", "-S", name), capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.splitlines()[0].rsplit(": ", 1)[0].split(", ")[0]
    sys.exit(f"sbom.py: {path} is of no package")


def described(package):
    fields = "${source:Package}\n${source:Upstream-Version}\n${source:Version}\n${Homepage}\n"
    return output("dpkg-query", "-W", "-f", fields, package).splitlines()[:4]


def archives(notes):
    """The archives outside of the build tree that the linker took something of."""
    for note in notes:
        with open(note) as lines:
            for line in list(lines)[1:]:
                _, extracted, path = line.rstrip("\n").split("\t")
                if int(extracted) and os.path.isabs(path):
                    yield path


def needed(library):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-dW", library))


def of_system(soname):
    """The path under which the system has a library, or None."""
    found = re.search(rf"^\s*{re.escape(soname)} \(libc6,x86-64.* => (.*)$", output("/sbin/ldconfig", "-p"), re.M)
    return found and found[1]


def shared(libraries, linked_anew, complete):
    """The system's libraries that lie beside ours, and those that must be there at run time."""
    names = {os.path.basename(path) for path in libraries}
    beside = {of_system(name) for name in names - linked_anew} - {None}
    runtime = set()
    queue = list(libraries)
    seen = names.copy()
    while queue:
        for soname in needed(queue.pop()):
            if soname in seen:
                continue
            seen.add(soname)
            path = of_system(soname) or sys.exit(f"sbom.py: {soname} is not on this system")
            if complete and not described(owner(path))[0].startswith(SYSTEM):
                beside.add(path)
                queue.append(path)
            else:
                runtime.add(path)
    return beside, runtime


def components(paths):
    """One for each source package."""
    found = {}
    for package in sorted({owner(path) for path in paths}):
        source, version, full, homepage = described(package)
        found.setdefault(source, Component(source, version, full, homepage, [])).packages.append(package.split(":")[0])
    return found


def licence(source):
    for pattern, text in LICENCES.items():
        if re.fullmatch(pattern, source):
            return text
    return sys.exit(f"sbom.py: the licence of Debian's source package {source} is not in the table LICENCES")


def spdx_package(component):
    return {"SPDXID": f"SPDXRef-{component.source}", "name": component.source, "versionInfo": component.version,
            "downloadLocation": "NOASSERTION", "homepage": component.homepage or "NOASSERTION", "filesAnalyzed": False,
            "supplier": "Organization: Debian", "licenseConcluded": "NOASSERTION", "licenseDeclared": licence(component.source),
            "copyrightText": "NOASSERTION", "comment": "As Debian builds it: " + ", ".join(sorted(set(component.packages))),
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": f"pkg:deb/debian/{component.source}@{component.full.replace(':', '%3A')}?arch=source"}]}


def document(name, version, by_relation):
    packages = [{"SPDXID": "SPDXRef-Package", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
                 "filesAnalyzed": False, "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0",
                 "copyrightText": "2026 the Heddle authors", "primaryPackagePurpose": "LIBRARY"}]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Package")]
    everything = {}
    for relation, found in by_relation.items():
        for source, component in found.items():
            everything.setdefault(source, component._replace(packages=[])).packages.extend(component.packages)
        relations += [("SPDXRef-Package", relation, f"SPDXRef-{source}") for source in sorted(found)]
    packages += [spdx_package(everything[source]) for source in sorted(everything)]
    relations = [{"spdxElementId": one, "relationshipType": relation, "relatedSpdxElement": other} for one, relation, other in relations]
    content = hashlib.sha256(json.dumps([packages, relations], sort_keys=True).encode()).hexdigest()
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"{name}-{version}",
            "documentNamespace": f"https://heddle.example/spdx/{name}-{version}-{content[:32]}",
            "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: heddle-packaging-sbom.py"]},
            "packages": packages, "relationships": relations}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("version")
    parser.add_argument("out")
    parser.add_argument("--notes", nargs="+", required=True, metavar="FILE", help="NAME.archives: what the linker says of NAME's archives")
    parser.add_argument("--complete", action="store_true", help="all that a system need not have lies beside, or will")
    parser.add_argument("--libraries", nargs="+", required=True, metavar="FILE")
    arguments = parser.parse_args()
    linked_anew = {os.path.basename(note)[:-len(".archives")] for note in arguments.notes}
    beside, runtime = shared(arguments.libraries, linked_anew, arguments.complete)
    by_relation = {"STATIC_LINK": components([*archives(arguments.notes), *HEADERS]), "CONTAINS": components(beside),
                   "DYNAMIC_LINK": components(runtime)}
    with open(arguments.out, "w") as out:
        json.dump(document(arguments.name, arguments.version, by_relation), out, indent=1)
        out.write("\n")
    inside = {package for relation in ("STATIC_LINK", "CONTAINS") for found in by_relation[relation].values() for package in found.packages}
    print("\n".join(sorted(inside)))


if __name__ == "__main__":
    main()
