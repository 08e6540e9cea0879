"""Counts the tests of a meson test log, those inside a TAP program one by one: prints passed and failed, then what each
that failed said last."""

import json
import re
import sys

passed = 0
failures = []
for line in open(sys.argv[1], encoding="utf-8"):
    test = json.loads(line)
    output = test.get("stdout", "")
    good = len(re.findall(r"^ok \d+", output, re.M))
    bad = re.findall(r"((?:^#.*\n)*)^not ok \d+ (.*)", output, re.M)
    if test["result"] not in ("OK", "EXPECTEDFAIL") and not bad:
        bad = [(output, test["result"])]
    passed += good or not bad
    failures += [f"{test['name']} {name}\n" + "\n".join(said.splitlines()[-12:]) for said, name in bad]
print(passed, len(failures), *failures, sep="\n")
