#!/usr/bin/env python3
"""Embeds the files that the server shows to browsers: pages.py OUTPUT [PATH=FILE | FOLDER]...

A folder is taken with everything in it, under /. Each file gets its type, an ETag of its contents and, where that is
smaller by a tenth, a gzip form; and a brotli form, where FILE.br lies beside it (web/build.mjs makes them). A name with a hash in it (app.3f2a91bc.js) may be kept by browsers for ever.
"""
import gzip
import hashlib
import pathlib
import re
import sys

TYPES = {
    ".bin": "application/octet-stream", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8", ".json": "application/json", ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".png": "image/png",
    ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json", ".webp": "image/webp", ".woff2": "font/woff2",
}
HASHED = re.compile(r"[.-][0-9A-Za-z_]{8,}\.\w+$")
PER_LINE = 24


def files(sources):
    """(path, file) of everything that is to be embedded, in order."""
    for source in sources:
        path, is_named, file = source.partition("=")
        if is_named:
            yield path, pathlib.Path(file)
            continue
        root = pathlib.Path(source)
        for file in sorted(root.rglob("*")):
            if file.is_file() and file.suffix != ".br":
                yield "/" + file.relative_to(root).as_posix(), file


def array(name, data):
    rows = ("    " + ",".join(str(byte) for byte in data[i:i + PER_LINE]) + "," for i in range(0, len(data), PER_LINE))
    return "\n".join([f"static const unsigned char {name}[] = {{", *rows, "};"])


def packed(file, data):
    """The smaller forms of a file that are worth it, by their names."""
    forms = {"gzip": gzip.compress(data, 9, mtime=0)}
    brotli = file.with_name(file.name + ".br")
    if brotli.exists():
        forms["brotli"] = brotli.read_bytes()
    return {name: form for name, form in forms.items() if len(form) < 0.9 * len(data)}


def main(output, *sources):
    arrays, table = [], []
    for number, (path, file) in enumerate(files(sources)):
        data = file.read_bytes()
        if file.suffix not in TYPES:
            sys.exit(f"{file}: what type is {file.suffix}? Name it in tools/pages.py.")
        if not data:
            sys.exit(f"{file}: it is empty")
        forms = {"plain": data, **packed(file, data)}
        arrays += [array(f"{form}_{number}", packed) for form, packed in forms.items()]
        etag = hashlib.sha256(data).hexdigest()[:20]
        immutable = "true" if HASHED.search(path) and re.search(r"\d", path) else "false"
        sizes = ", ".join(f".{form} = {{{form}_{number}, {len(packed)}}}" for form, packed in forms.items())
        table.append(f'    {{"{path}", "{TYPES[file.suffix]}", "\\"{etag}\\"", {sizes}, .is_immutable = {immutable}}},')
    text = "\n".join(['#include "server/api/pages.h"\n', *arrays, "", "const struct page pages[] = {", *table, "};",
                      "const int page_count = sizeof pages / sizeof *pages;", ""])
    pathlib.Path(output).write_text(text, encoding="ascii")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
