"""The package `arkad` as people install it: test_python.py ARKAD TREE. Prints TAP.

Builds the wheel from the tree, installs it in a fresh virtual environment beside the libraries it has environments for, and
runs its tests there.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import venv

ARKAD, TREE = sys.argv[1], pathlib.Path(sys.argv[2])
PACKAGE = TREE / "python"
numbers = iter(range(1, 10000))


def tell(is_right, name, said=""):
    for line in said.splitlines():
        print("#", line)
    print("ok" if is_right else "not ok", next(numbers), "-", name, flush=True)
    return is_right


def works(name, *words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    return tell(done.returncode == 0, name, "" if done.returncode == 0 else (done.stdout + done.stderr)[-3000:])


def relay(name, *words):
    """The tests of a program as tests of this one."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    said = [line for line in done.stdout.splitlines() if not re.match(r"1\.\.\d+$", line)]
    for line in said:
        found = re.match(r"(ok|not ok) \d+ - (.*)", line)
        print(f"{found[1]} {next(numbers)} - {found[2]}" if found else line, flush=True)
    is_whole = done.returncode == 0 or any(line.startswith("not ok") for line in said)
    if not is_whole or not said:
        tell(False, name, done.stderr[-3000:])


def with_torch(folder, wheel):
    """A Python that has Debian's PyTorch and the wheel, or - without one."""
    debian = "/usr/bin/python3"
    if subprocess.run([debian, "-c", "import torch, numpy"], capture_output=True).returncode:
        return "-"
    subprocess.run([debian, "-m", "venv", "--system-site-packages", folder], check=True)
    subprocess.run([folder / "bin/python", "-m", "pip", "-q", "install", "--no-deps", wheel], check=True)
    return folder / "bin/python"


def main():
    with tempfile.TemporaryDirectory() as folder:
        fresh, wheels = pathlib.Path(folder, "fresh"), pathlib.Path(folder, "wheels")
        venv.create(fresh, with_pip=True)
        pip, python = (fresh / "bin/python", "-m", "pip", "-q", "--disable-pip-version-check"), fresh / "bin/python"
        if works("the wheel is built", *pip, "wheel", "--no-deps", "-w", wheels, PACKAGE):
            found = list(wheels.iterdir())
            tell(bool(re.fullmatch(r"arkad-[\d.]+-py3-none-linux_\w+\.whl", found[0].name)), "one wheel for every Python", str(found))
            if works("it is installed in a fresh environment", *pip, "install", "-r", PACKAGE / "tests/requirements.txt", *found):
                relay("the package", python, PACKAGE / "tests/test_arkad.py", ARKAD, TREE)
                relay("the examples", python, PACKAGE / "tests/test_study.py", TREE, with_torch(pathlib.Path(folder, "torch"), found[0]))
                relay("the same game everywhere", python, PACKAGE / "tests/test_same.py", ARKAD, TREE)
                relay("many machines", python, PACKAGE / "tests/test_cluster.py", ARKAD, TREE)
                relay("the environments", python, PACKAGE / "tests/test_environments.py", TREE)
    print(f"1..{next(numbers) - 1}")


main()
