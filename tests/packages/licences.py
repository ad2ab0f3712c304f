#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""licences.py COPYRIGHT: are the texts in our list of licences, word for word, those of the packages and headers that are linked in?"""
import glob
import re
import sys

SOURCES = ["/usr/share/doc/llvm-22-dev/copyright", "/usr/share/doc/zlib1g-dev/copyright", "/usr/share/doc/libxxhash-dev/copyright",
           "/usr/share/doc/nlohmann-json3-dev/copyright", "/usr/share/doc/libcli11-dev/copyright",
           "/usr/share/doc/libstdc++-*-dev/copyright", "/usr/include/c++/*/bits/stl_algo.h", "/usr/lib/llvm-22/include/llvm/Support/ConvertUTF.h"]
# Debian's packages lack these two, and have the wrong one of a third: they are from the projects' own files.
UPSTREAM = ["Spencer", "BSD-3-clause-regents", "BSD-3-clause-zstd"]


def words(text):
    return " ".join(re.findall(r"[A-Za-z0-9']+", text))


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


def paragraphs(copyright_file):
    """{name of a licence: its text}; a sentence that names a file of /usr/share/common-licenses is ours."""
    for paragraph in read(copyright_file).split("\n\n"):
        if paragraph.startswith("License: "):
            name, text = paragraph[len("License: "):].split("\n", 1)
            yield name, re.sub(r"(?m)^ On Debian systems, the .*common-licenses.*$", "", text)


def main():
    known = [words(read(path)) for pattern in SOURCES for path in glob.glob(pattern)]
    if len(known) < len(SOURCES):
        sys.exit("licences.py: a package whose licence is looked up is not there")
    found = dict(paragraphs(sys.argv[1]))
    wrong = [name for name, text in found.items() if name not in UPSTREAM and not any(words(text) in source for source in known)]
    if wrong or len(found) < 12 or set(UPSTREAM) - set(found):
        sys.exit(f"licences.py: not word for word, or too few: {wrong or sorted(found)}")


main()
