"""Runs a program of tests against PostgreSQL: test_postgres.py PROGRAM ... Where it says URL, it is given the address of a
database; scripts find it in ARKAD_TEST_POSTGRES. What the program prints is TAP."""

import os
import subprocess
import sys

from postgres import FAST, Postgres

database = Postgres(*FAST).make()
try:
    words = [database.url if word == "URL" else word for word in sys.argv[1:]]
    sys.exit(subprocess.run(words, env={**os.environ, "ARKAD_TEST_POSTGRES": database.url}).returncode)
finally:
    database.end()
