"""The engine, the games and the words call nothing but a few functions on memory and strings, and keep no data that
changes: symbols.py LIBARKAD_STATIC LIBLANG. So there is no malloc, no input or output, no global, no clock."""

import re
import subprocess
import sys

ALLOWED = {
    "memchr", "memcmp", "memcpy", "memmove", "memset", "strchr", "strstr", "strcmp", "strcspn", "strlen",
    "strncmp", "__assert_fail",
    "__popcountdi2", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_",  # the compiler's own
}  # fmt: skip


def output(*command):
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def main(*libraries):
    failures, defined, used = [], set(), {}
    member = ""
    for line in output("nm", *libraries).splitlines():
        if line.endswith(":"):
            member = line
        elif match := re.match(r"[0-9a-f]* *([A-Za-z]) (\S+)", line):
            kind, symbol = match.groups()
            if kind == "U":
                used.setdefault(symbol, member)
            else:
                defined.add(symbol)
            if kind in "BbCc":
                failures.append(f"{member} {symbol} is data that can change")
    for symbol, where in sorted(used.items()):
        if symbol not in defined and symbol not in ALLOWED:
            failures.append(f"{where} calls {symbol}")
    for line in output("size", "-A", *libraries).splitlines():
        if (match := re.match(r"(\.data|\.bss|\.tbss|\.tdata)\s+(\d+)", line)) and match[2] != "0":
            failures.append(f"a section of data that can change: {line}")
    if not {"arkad_deal", "say_move"} <= defined:
        failures.append("these are not the libraries")
    print("\n".join(failures) or "only memory and string functions are called, and nothing is kept")
    return bool(failures)


sys.exit(main(*sys.argv[1:]))
