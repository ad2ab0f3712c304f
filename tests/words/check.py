#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds words that the project has given up for those of LLVM, of the specification or of the literature.

    check.py ROOT

Each is an identifier, the name of a pass, or a phrase. Words with an ordinary meaning keep it: only the phrases below are looked for,
in the names and the text of the files of the folders that they are given up in.

It also counts the comments of src that begin with a relative clause: a reader meets the subject first.
"""
import os
import re
import sys

ALL = ("src", "tests", "docs", "bench")
CODE = ("src/compiler", "tests/kernels", "tests/passes", "docs")
COMPILER = ("src/compiler",)
GROUPS = ("src/abi", "src/devices", "src/compiler/groups", "src/runtime/device_enqueue")

# Letters that such a phrase has (which is quick to ask), what is given up, where, and what to say instead.
WORDS = [
    ("near", r"near_lines?\b|near_pointers\b|\bnear lines?\b", ALL, "affine modulo 2^32 (modular_affine)"),
    ("bent", r"\bbent_\w+|\bbent lines?\b", ALL, "piecewise affine"),
    ("apart", r"apart[_-]arguments|\bapart arguments\b", ALL, "no-alias arguments (noalias-arguments)"),
    ("counters apart", r"own[_-]counters|count-apart|\bcounts? apart\b", ALL, "atomic privatisation (privatise-atomics)"),
    ("gather_returns", r"gather_returns", ALL, "unify divergent returns"),
    ("chain", r"chain[_-]rows", ALL, "strength-reduced addresses (strength-reduce-addresses)"),
    ("ownvectors", r"OwnVectors", ALL, "a question about inner loops (may_vectorize_inner_loops)"),
    ("drop_promises", r"drop_promises", ALL, "drop poison-generating flags"),
    ("find_parted", r"find_parted_values", ALL, "temporal divergence"),
    ("flat", r"flat[_-]groups|\bflat groups\b", ALL, "structure groups"),
    ("flat", r"\b[Ff]lat kernels?\b", ALL, "barrier-free kernel"),
    ("side_by_side side-by-side", r"side_by_side|side-by-side", ALL, "unroll and jam"),
    ("unfuse", r"\bunfuse(_\w+|-\w+)?\b", ALL, "decontract reductions"),
    ("interleave", r"interleave[_-]rounds", ALL, "interleave iterations"),
    ("sink", r"sink[_-]blends", ALL, "sink selects"),
    ("order", r"order[_-]chains", ALL, "reassociate chains"),
    ("stream", r"stream[_-]stores", ALL, "non-temporal stores"),
    ("joined_loads", r"joined_loads", ALL, "hoist_loads"),
    ("prefetch", r"prefetch[_-]rows", ALL, "prefetch strided"),
    ("vocabulary", r"\b[Vv]ocabulary\b", ALL, "internal intrinsics"),
    ("word", r"__hd_\* words?\b|\bwords? __hd_|\bwords? of the (internal|vectoriser)", ALL, "internal intrinsics"),
    ("word", r"\bInternal word\b|\b(bound|replace)_words\b|\b(fixed|pure)_word\b", COMPILER, "internal intrinsics"),
    ("box", r"\b[Bb]ox(es)? of (work-)?groups\b|\bbox(\.end|_of|_begins|_ended)\b", ALL, "range of groups (hd_group_range)"),
    ("box", r"\b[Bb]ox(es)?\b", GROUPS, "range of groups (hd_group_range)"),
    ("in: out:", r"(//+|#)[/<]* *(In|Out):", COMPILER, "Requires: and Ensures:"),
    ("behind", r"\b[Bb]ehind\b", COMPILER, "after"),
    ("line", r"\b(is|if|may_be|is_on|volatile)_line\b|\bline_(un)?signed\b", COMPILER, "affine"),
    ("packed packing", r"\bstore_packed\b|\bpacking_of\b", COMPILER, "compress stores"),
    ("rows", r"\b(load|store)_rows\b|unroll[_-]tile[_-]rows", ALL, "structures anywhere (gather_structures), unroll matrix rows"),
    ("round", r"\b([Aa]|[Aa]nother|[Ee]ach|[Ee]very|[Ff]irst|[Ll]ast|[Ll]ater|[Nn]ext|[Nn]o|[Oo]ne) rounds?\b(?! trip)|\brounds? of (a|the|its) loops?\b|\bloop'?s? rounds?\b|"
     r"\brounds\b *(=[^=]|;|<)", CODE, "iterations"),
]
# First words of comments that stand in for a subject, and how many comments of src begin with them at most: lower it with each that goes.
RIDDLES = "What|Where|Whose|Of"
OPENINGS = [
    ("lines", rf"^\s*///? (?:{RIDDLES}) ", 0),
    ("lines", r"^\s*///? (?:Which|Such|That|Whether|For) ", 0),
    ("comments after code", rf"^\s*[^/\s].*//[/<]* (?:{RIDDLES}|{RIDDLES.lower()}) ", 0),
]
# Ordinary uses.
ORDINARY = re.compile(r"\bleaves? (something )?behind\b")
# This list, and what tests of faults have found in sources of their day.
LEFT_OUT = ("tests/words/", "tests/mutate/records/")


def files(root):
    for top in ALL:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [each for each in folders if each != "__pycache__"]
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), root)
                if not path.startswith(LEFT_OUT):
                    yield path


def text_of(root, path):
    """The name of a file, and its text if it is one."""
    with open(os.path.join(root, path), "rb") as file:
        data = file.read()
    return path + "\n" + ("" if b"\0" in data else data.decode("utf-8", "replace"))


def faults(root):
    words = [(keys.split(), re.compile(pattern), tuple(where + "/" for where in folders), instead) for keys, pattern, folders, instead in WORDS]
    for path in sorted(files(root)):
        text = text_of(root, path)
        lower = text.lower()
        if "behind" in lower:
            text = ORDINARY.sub("", text)
        for keys, pattern, folders, instead in words:
            if path.startswith(folders) and any(key in lower for key in keys):
                for found in pattern.finditer(text):
                    line = text.count("\n", 0, found.start())
                    yield f"{path}:{line}: '{found.group(0).strip()}': say {instead}"


def openings(root):
    """The comments that begin with a word of OPENINGS, if there are more of them than the limit."""
    comments = [(f"{path}:{number}", line) for path in sorted(files(root)) if path.startswith("src/")
                for number, line in enumerate(text_of(root, path).split("\n")) if "//" in line]
    for kind, pattern, limit in OPENINGS:
        opening = re.compile(pattern)
        found = [f"{place}: {line.strip()}" for place, line in comments if opening.search(line)]
        if len(found) > limit:
            yield from found
            yield (f"{len(found)} {kind} match {pattern}, {limit} at most may: begin with a verb (a function), with what it is (a class), "
                   "or with a noun (a field)")


def main():
    found = [*faults(sys.argv[1]), *openings(sys.argv[1])]
    print("\n".join(found) or f"none of {len(WORDS)} phrases, and no more relative clauses at the beginning of comments than before")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main())
