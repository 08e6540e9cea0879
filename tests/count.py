"""Counts the tests of a meson test log, those inside a TAP program one by one: prints passed and failed."""

import json
import re
import sys

passed = failed = 0
for line in open(sys.argv[1], encoding="utf-8"):
    test = json.loads(line)
    inner = re.findall(r"^(not ok|ok) \d+", test.get("stdout", ""), re.M)
    good = test["result"] in ("OK", "EXPECTEDFAIL")
    if inner:
        bad = inner.count("not ok") or (0 if good else 1)
        failed += bad
        passed += inner.count("ok")
    else:
        passed += good
        failed += not good
print(passed, failed)
