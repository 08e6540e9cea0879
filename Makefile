# Thin on purpose: the build itself is in meson.build, what is tested in tests/run.

all: build/build.ninja
	@meson compile -C build

run: all
	@echo "A server to play on, with its data in build/arkad.db. arkad help serve says how to run one for others."
	@build/arkad serve --listen 127.0.0.1:8080 --data build/arkad.db

test:
	@tools/setup test
	@tests/run

bench: all
	@build/arkad bench

fuzz: all
	@tools/setup test
	@fuzz/run long

coverage:
	@tools/setup test
	@tests/coverage

# An hour of load, hostile clients and faults, under sanitizers; make soak MINUTES=5 is shorter.
MINUTES ?= 60
soak:
	@tools/setup test
	@[ -f build-sanitized/build.ninja ] || CC=clang meson setup build-sanitized --buildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false -Dproperty_games=12
	@meson compile -C build-sanitized
	@python3 tests/soak.py build-sanitized/arkad $(MINUTES)

# Debian packages, in build/deb.
deb:
	@tools/deb

screenshots: all
	@tools/setup test
	@tools/screenshots

format:
	@tools/setup test
	@clang-format -i include/*.h src/*/*.[ch] src/server/*/*.[ch] games/*/*.[ch] tests/*.[ch] tests/sixth/*/*.c fuzz/*.[ch]
	@web/node_modules/.bin/prettier --config web/.prettierrc --log-level warn --write 'web/styles/*.css' 'games/*/web/*.css'

clean:
	@rm -rf build build-*

# A file more in the folder of a game is found by looking again.
build/build.ninja: $(wildcard games/* games/*/web)
	@tools/setup build
	@if [ -f $@ ]; then meson setup --reconfigure build >/dev/null; else meson setup build; fi
	@touch $@

.PHONY: all run test bench fuzz soak coverage deb screenshots format clean
