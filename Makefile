# Thin on purpose: the build itself is in meson.build.
all: build/build.ninja
	@meson compile -C build
build/build.ninja:
	@meson setup build
.PHONY: all
