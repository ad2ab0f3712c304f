#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the parts of these pages that come from the compiler itself, between <!-- begin NAME --> and <!-- end NAME -->.

    generate.py [--heddle-opt build/release/bin/heddle-opt] [--clang clang-22] [--check]

--check writes nothing, and fails if a page is out of date.
"""
import argparse
import os
import re
import subprocess
import sys

DOCS = os.path.dirname(os.path.abspath(__file__))
COMPILER = os.path.join(DOCS, "..", "src", "compiler")
FRONT_END = ("-cc1 -triple spir64-unknown-unknown -cl-std=CL2.0 -finclude-default-header -fdeclare-opencl-builtins "
             "-O2 -disable-llvm-passes -emit-llvm -o -").split()
EXAMPLE = os.path.join(DOCS, "example.cl")
FEATURES = "--features=+sse4.2,+avx2,+fma,+f16c,+avx512f,+avx512bw,+avx512vl,+avx512dq"


class Passes:
    """What the registry and the headers say of every transform."""

    def __init__(self, heddle_opt):
        lines = subprocess.run([heddle_opt, "--list-passes"], check=True, capture_output=True, text=True).stdout.splitlines()
        self.all = [line.split("\t") for line in lines]  # name, need, why
        with open(os.path.join(COMPILER, "pipeline", "passes.def"), encoding="utf-8") as file:
            self.functions = dict(re.findall(r'^PASS\("([\w-]+)", (\w+)', file.read(), re.M))
        with open(os.path.join(COMPILER, "ir", "techniques.def"), encoding="utf-8") as file:
            rows = re.findall(r'^TECHNIQUE\(\w+, "([\w-]+)", "([\w/]+)", "[\w-]+", "(.*)"\)$', file.read(), re.M)
        self.techniques = {name: (f"{room}/techniques.def", what) for name, room, what in rows}
        self.declarations = {}  # by function or by name: the header, and the comment at the declaration
        for folder, _, names in os.walk(COMPILER):
            for name in names:
                if name.endswith(".h"):
                    self.read(os.path.join(folder, name))

    def read(self, path):
        header, comment, last, in_comment = os.path.relpath(path, COMPILER), "", "", False
        with open(path, encoding="utf-8") as file:
            for line in file:
                text = line.strip()
                if text.startswith("///"):
                    comment = (comment + " " if in_comment else "") + text[3:].strip()
                    in_comment = True
                    continue
                in_comment = False
                found = (re.match(r"llvm::PreservedAnalyses (\w+)\(llvm::(?:Module|Function)&", text) or re.search(r'KernelTransform \w+\{"([\w-]+)"', text) or
                         re.search(r'StringRef name\(\) \{ return "([\w-]+)"', text))
                if found:
                    self.declarations[found.group(1)] = header, comment or last
                    last = comment or last
                    comment = ""

    def declaration(self, name):
        found = self.techniques.get(name) or self.declarations.get(self.functions.get(name, name))
        return found or sys.exit(f"no header declares {name}")

    def room(self, name):
        return os.path.dirname(self.declaration(name)[0])


def pipeline(tools):
    """A node for each stay in a room, in the order of the pipeline."""
    stays = []
    for name, need, _ in tools.passes.all:
        if name not in tools.passes.functions:
            continue
        room = tools.passes.room(name)
        if not stays or stays[-1][0] != room:
            stays.append((room, []))
        stays[-1][1].append(name if need == "required" else f"({name})")
    lines = ["```mermaid", "flowchart TD"]
    for number, (room, names) in enumerate(stays):
        rows = [", ".join(names[i:i + 5]) for i in range(0, len(names), 5)]
        lines.append(f'  s{number}["<b>{room}</b><br/>{"<br/>".join(rows)}"]')
    lines += [f"  s{number} --> s{number + 1}" for number in range(len(stays) - 1)]
    return lines + ["```"]


def table(tools, wanted):
    lines = ["| pass | room | | ensures | why here |", "|---|---|---|---|---|"]
    for name, need, why in tools.passes.all:
        if wanted(name):
            header, what = tools.passes.declaration(name)
            what = what.removeprefix("Ensures: ").rstrip(".").replace("|", "\\|")
            lines.append(f"| `{name}` | {os.path.dirname(header)} | {'' if need == 'required' else 'optional'} | {what} | {why} |")
    return lines


def pipeline_table(tools):
    return table(tools, lambda name: name in tools.passes.functions)


def transform_table(tools):
    lines = table(tools, lambda name: name not in tools.passes.functions and name not in tools.passes.techniques)
    return [re.sub(r" \| (run by a pass, on the kernel|among LLVM's own passes) \|$",
                   lambda found: " | " + ("a pass, on the kernel" if found.group(1)[0] == "r" else "LLVM's function passes in optimize-work-item") + " |",
                   line.replace("| why here |", "| run by |")) for line in lines]


def technique_table(tools):
    lines = table(tools, lambda name: name in tools.passes.techniques)
    return [re.sub(r" \| chosen by ([\w-]+) \|$", r" | `\1` |",
                   line.replace(" | optional | ", " | ").replace("| | ensures | why here |", "| what | chosen by |").replace("|---|---|---|---|---|", "|---|---|---|---|")
                   .replace("| pass |", "| technique |")) for line in lines]


def clean(text):
    """A function of IR without what distracts from it."""
    for pattern, by in ((r" *;.*", ""), (r", ![\w.]+ ![\d]+", ""), (r" ![\w.]+ ![\d]+", ""), (r" #\d+", ""), (r"\bdso_local ", ""),
                        (r" ?\bnoundef\b", ""), (r" range\([^()]*\)", ""), (r"__clang_ocl_kern_imp_\w+\.exit", "exit"),
                        (r"<i32 0, i32 1, [^>]*>", "<0, 1, ..., 15>"), (r"\n\n+", "\n")):
        text = re.sub(pattern, by, text)
    return text


def function(text, name):
    return clean(re.search(rf"^define [^\n]*@{name}\(.*?^}}", text, re.M | re.S).group(0))


def blocks_of(text):
    """{label: lines} of a function of IR."""
    blocks, label = {}, "entry"
    for line in text.splitlines()[1:-1]:
        found = re.match(r"([\w.]+):", line)
        if found:
            label = found.group(1)
        else:
            blocks.setdefault(label, []).append(line)
    return blocks


def graph(text):
    """The control flow of a function."""
    blocks = blocks_of(text)
    number = {label: place for place, label in enumerate(blocks)}
    lines = ["```mermaid", "flowchart TD"] + [f'  b{place}["{label}"]' for label, place in number.items()]
    for label, body in blocks.items():
        targets = re.findall(r"label %([\w.]+)", body[-1])
        names = ["true", "false"] if len(targets) == 2 else [""]
        lines += [f"  b{number[label]} -->{f'|{name}|' if name else ''} b{number[target]}" for name, target in zip(names, targets)]
    return lines + ["```"]


def code(language, text):
    return [f"```{language}"] + text.strip("\n").splitlines() + ["```", ""]


def inner_loop(assembly):
    """What code generation makes of the loop over full vectors: the last part with a square root."""
    parts = [part for part in re.split(r"\n\t\.p2align[^\n]*", assembly) if "vsqrtps" in part]
    return re.split(r"\n\.LBB0_\d+:\n\t(?:popq|retq|vzeroupper)", parts[-1])[0].replace("\t", "  ").replace("\n  ", "\n        ")


def kernel(tools):
    with open(EXAMPLE, encoding="utf-8") as file:
        source = file.read().split("\n", 1)[1]
    after = {name: tools.run("--until", name) for name in ("optimize-work-item", "linearize", "widen", "optimize-group")}
    grouped = function(after["optimize-group"], "heddle_kernel")
    blocks = blocks_of(grouped)
    shown = "".join(f"{label}:\n" + "\n".join(blocks[label]) + "\n" for label in blocks if re.match(r"vector$|if\.then\.i$|return$|tail$", label))
    return (["**Source** (`docs/example.cl`):", ""] + code("c", source) +
            ["**One work-item, optimised** (after `optimize-work-item`):", ""] + code("llvm", function(after["optimize-work-item"], "clip")) +
            ["**Linearised** (after `linearize`): the branch is uniform, and each block says which lanes are active in it.", ""] +
            code("llvm", function(after["linearize"], "clip")) +
            ["**Widened** (after `widen`): 16 lanes.", ""] + code("llvm", function(after["widen"], "clip")) +
            ["**Grouped** (after `optimize-group`): the loop over full vectors, and the partial vector at the end of a row (`tail`).", ""] +
            code("llvm", shown) +
            ["The control flow of the whole function, with the loops over z (`items`), y (`items3`) and x (`vector`):", ""] + graph(grouped) +
            ["", "**Assembly** of the loop over full vectors:", ""] + code("asm", inner_loop(tools.run("--emit", "asm"))))


class Tools:
    def __init__(self, options):
        self.heddle_opt = options.heddle_opt
        self.passes = Passes(options.heddle_opt)
        self.ir = subprocess.run([options.clang, *FRONT_END, EXAMPLE], check=True, capture_output=True).stdout

    def run(self, *more):
        return subprocess.run([self.heddle_opt, "--kernel", "clip", FEATURES, *more, "-"], input=self.ir, check=True,
                              capture_output=True).stdout.decode()


INTERFACES = ("compiler/target/instruction_set.h", "compiler/target/code_generator.h", "compiler/target/passes.h", "devices/cpu/processor.h")


def declarations_of(path):
    """(names, comment) of what a port defines; declarations without a comment belong to the one before them."""
    comment, statement, result = "", "", []
    with open(os.path.join(COMPILER, "..", path), encoding="utf-8") as file:
        text = file.read()
    functions = r"virtual [^~]*?(\w+)\(.* = 0;|std::unique_ptr<.*> (\w+)\(.*\);" if "virtual" in text else r"extern [^(]*?(\w+);|[\w:]+[^()=]*?(\w+)\(.*\);"
    for line in map(str.strip, text.splitlines()):
        if line.startswith("///"):
            comment = (comment + " " + line[3:].strip()).strip()
        elif not line or line.startswith(("//", "#")) or line.endswith(("{", "}", ":")):
            comment = statement = ""
        else:
            statement = (statement + " " + line.split("  ///<")[0]).strip()
            if not statement.endswith(";"):
                continue
            found = re.fullmatch(functions, statement)
            if found and (comment or not result):
                result.append(([], comment))
            if found:
                result[-1][0].append(next(filter(None, found.groups())))
            comment = statement = ""
    return result


def ports(_):
    lines = []
    for path in INTERFACES:
        lines += [f"**`src/{path}`**", "", "| to define | what it is |", "|---|---|"]
        for names, comment in declarations_of(path):
            lines.append(f"| {', '.join(f'`{name}`' for name in names)} | {comment.removeprefix('Ensures: ').replace('|', chr(92) + '|')} |")
        lines.append("")
    return lines


PARTS = {"porting.md": {"interfaces": ports}, "architecture.md": {"pipeline": pipeline}, "vectoriser.md": {"kernel": kernel},
         "passes.md": {"passes": pipeline_table, "transforms": transform_table, "techniques": technique_table}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle-opt", default=os.path.join(DOCS, "..", "build", "release", "bin", "heddle-opt"))
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    tools = Tools(options)
    stale = 0
    for page, parts in PARTS.items():
        path = os.path.join(DOCS, page)
        with open(path, encoding="utf-8") as file:
            old = text = file.read()
        for name, make in parts.items():
            begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
            if text.count(begin) != 1 or text.count(end) != 1:
                sys.exit(f"{page} has no place for {name}")
            before, rest = text.split(begin)
            text = before + begin + "\n".join(make(tools)).rstrip("\n") + "\n" + end + rest.split(end)[1]
        if text == old:
            continue
        stale += 1
        if options.check:
            print(f"docs/{page} is out of date: docs/generate.py brings it up to date")
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"wrote docs/{page}")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
