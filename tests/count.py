"""Counts the tests of a meson test log, those inside a TAP program one by one. With a second log, of the programs that
failed and were run again, what that says counts for them.

    count.py LOG [SECOND]     passed and failed; what each that failed said last, or which needed the second run
    count.py --failed LOG     the programs that failed, by name
"""

import json
import re
import sys


def programs(path):
    """The tests of a log by their names."""
    with open(path, encoding="utf-8") as lines:
        tests = map(json.loads, lines)
        return {test["name"]: test for test in tests}


def counted(test):
    """How many of a program's tests passed, and for each that did not what it said and its name."""
    output = test.get("stdout", "")
    good = len(re.findall(r"^ok \d+", output, re.M))
    bad = re.findall(r"((?:^#.*\n)*)^not ok \d+ (.*)", output, re.M)
    if has_failed(test) and not bad:
        bad = [(output, test["result"])]
    return good or not bad, bad


def has_failed(test):
    return test["result"] not in ("OK", "EXPECTEDFAIL")


def report(first, second):
    passed = 0
    said = []
    for name, test in (first | second).items():
        good, bad = counted(test)
        passed += good
        said += [f"{name} {what}\n" + "\n".join(words.splitlines()[-12:]) for words, what in bad]
    failed = len(said)
    said += [f"(passed only when it was run again: {name})" for name, test in second.items() if not has_failed(test)]
    print(passed, failed, *said, sep="\n")


if sys.argv[1] == "--failed":
    for name, test in programs(sys.argv[2]).items():
        if has_failed(test):
            print(name.rpartition(" / ")[2])
else:
    report(programs(sys.argv[1]), programs(sys.argv[2]) if len(sys.argv) > 2 else {})
