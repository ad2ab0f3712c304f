#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""action.py ACTION [INPUT=VALUE...] -- COMMAND...: runs the steps of a composite GitHub action as a runner does, and then a command in the
environment of a job's later steps. Needs PyYAML."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

KNOWN = {"name", "id", "shell", "env", "run"}
FILES = ("GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH")


def replaced(text, values):
    """`text` with the value of each `${{ expression }}`; only names are known."""
    def value(match):
        if match[1] not in values:
            sys.exit(f"action.py: nothing is known of {match[1]}")
        return values[match[1]]
    return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", value, str(text))


def lines(path):
    """{name: value} of a file of `name=value` lines."""
    return dict(line.split("=", 1) for line in path.read_text().splitlines())


def run_step(step, values, environment, folder):
    unknown = set(step) - KNOWN
    if unknown or step.get("shell") != "bash":
        sys.exit(f"action.py: a step has {unknown or 'no shell'}, which this script does not know")
    files = {name: folder / f"{name}-{len(list(folder.iterdir()))}" for name in FILES}
    for path in files.values():
        path.touch()
    script = folder / "step.sh"
    script.write_text(replaced(step["run"], values))
    own = {name: replaced(value, values) for name, value in step.get("env", {}).items()}
    print("==", step.get("name", "a step"), flush=True)
    subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], check=True,
                   env=environment | {name: str(path) for name, path in files.items()} | own)
    environment |= lines(files["GITHUB_ENV"])
    environment["PATH"] = os.pathsep.join([*files["GITHUB_PATH"].read_text().split(), environment["PATH"]])
    values |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in lines(files["GITHUB_OUTPUT"]).items()}


def main():
    split = sys.argv.index("--")
    action = yaml.safe_load(Path(sys.argv[1]).read_text())
    given = dict(argument.split("=", 1) for argument in sys.argv[2:split])
    if set(given) - set(action["inputs"]) or action["runs"]["using"] != "composite":
        sys.exit("action.py: the action is not composite, or has no such input")
    values = {f"inputs.{name}": given.get(name, about.get("default", "")) for name, about in action["inputs"].items()}
    with tempfile.TemporaryDirectory() as temporary:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("OCL_ICD", "HEDDLE"))}
        environment["RUNNER_TEMP"] = temporary
        (Path(temporary) / "files").mkdir()
        for step in action["runs"]["steps"]:
            run_step(step, values, environment, Path(temporary) / "files")
        for name, about in action.get("outputs", {}).items():
            output = replaced(about["value"], values)
            print(f"== output {name}: {output}", flush=True)
            if not Path(output).exists():
                sys.exit(f"action.py: there is no {output}")
        subprocess.run(sys.argv[split + 1:], env=environment, check=True)


main()
