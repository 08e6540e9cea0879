"""Runs the unittest classes of a script and prints TAP: `tap.run()` at its end."""

import sys
import unittest


class Tap(unittest.TestResult):
    count = 0

    def report(self, test, is_right, detail=""):
        self.count += 1
        for line in detail.splitlines():
            print("#", line)
        print("ok" if is_right else "not ok", self.count, "-", test.id().split(".", 1)[-1], flush=True)

    def addSuccess(self, test):
        self.report(test, True)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.count += 1
        print("ok", self.count, "-", test.id().split(".", 1)[-1], "# SKIP", reason, flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.report(test, False, self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.report(test, False, self.errors[-1][1])

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            wrong = self.failures if issubclass(err[0], test.failureException) else self.errors
            self.report(subtest, False, wrong[-1][1])


def run():
    result = Tap()
    unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]).run(result)
    print(f"1..{result.count}")
    sys.exit(not result.wasSuccessful())
