#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do the links of the pages lead somewhere, and do the files that they name exist?

    check_links.py ROOT

Links between files of the project, with their anchors, in every .md file; in docs also the names of source files in backquotes, each of which
must be how the path of some file ends.
"""
import os
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAME = re.compile(r"`([\w./-]+\.(?:cpp|h|def|py|cmake))`")
SKIPPED = {".git", "build", "__pycache__", "vendors"}


def all_files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [each for each in folders if each not in SKIPPED]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)


def anchor(heading):
    text = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", lambda found: found.group(1) or "", heading.strip())
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def anchors(text):
    without_code = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return {anchor(found) for found in re.findall(r"^#+ (.*)", without_code, re.M)}


def faults(root):
    files = set(all_files(root))
    endings = {name for path in files for name in ("/".join(path.split("/")[i:]) for i in range(path.count("/") + 1))}
    pages = {}
    for path in sorted(files):
        if path.endswith(".md"):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                pages[path] = file.read()
    for path, text in pages.items():
        for target in LINK.findall(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)):
            if re.match(r"\w+:", target):
                continue
            place, _, part = target.partition("#")
            aim = os.path.normpath(os.path.join(os.path.dirname(path), place)) if place else path
            if aim not in files and not os.path.isdir(os.path.join(root, aim)):
                yield f"{path}: {target} leads nowhere"
            elif part and aim in pages and part not in anchors(pages[aim]):
                yield f"{path}: {target}: there is no such heading"
        if path.startswith("docs/") and not path.startswith("docs/conformance/"):
            for name in NAME.findall(text):
                if name not in endings:
                    yield f"{path}: there is no file `{name}`"


def main():
    found = list(faults(sys.argv[1]))
    print("\n".join(found) or "every link leads somewhere")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main())
