#!/bin/sh
# ./course package [--no-handbook] [DIR]: the SIMT machine as a package for this system (.deb) and as an archive (.tar.gz), the
# wheel that runs it in notebooks (.whl), and the handbook (.pdf), in DIR.
# Run through ./course package, which sets ROOT and installs what is needed.
set -eu
out=$PWD/packages
with_handbook=yes
# ./course has refused whatever else was given.
for word; do
  case $word in
    --no-handbook) with_handbook=no ;;
    *) out=$word ;;
  esac
done
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "${ROOT:?run ./course package}"

# A build of its own: that of the preset `default` may use an installed machine.
BUILD=build/package
mkdir -p "$BUILD"
say_step() { printf 'course: %s\n' "$*" >&2; }

quietly() { # LOG COMMAND...
  log=$1
  shift
  "$@" >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    printf 'course: the package was not made; all output is in %s\n' "$ROOT/$log" >&2
    exit 1
  }
}

say_step 'building the SIMT machine'
quietly "$BUILD/configure.log" cmake --preset default -B "$BUILD" -D SIMT_PREBUILT=OFF
quietly "$BUILD/build.log" cmake --build "$BUILD" --target simtcc simt-verify simt_trace simt_cudart simt_machine simt_remote simt_system_calls
say_step 'packing it'
rm -rf "$BUILD/packages"
quietly "$BUILD/cpack.log" cpack --config "$BUILD/CPackConfig.cmake" -B "$BUILD/packages"
# The build's own tools are installed already (requirements/package.txt): it downloads nothing.
quietly "$BUILD/wheel.log" python -m build --wheel --no-isolation --outdir "$BUILD/packages" tools/notebook_wheel
if [ "$with_handbook" = yes ]; then
  say_step 'printing the handbook'
  quietly "$BUILD/handbook.log" tools/docs.sh --pdf
  wheel=$(basename "$BUILD"/packages/*.whl)
  version=${wheel#coalesce_labs-}
  cp build/handbook.pdf "$BUILD/packages/coalesce-labs-handbook-${version%%-*}.pdf"
fi
for file in "$BUILD"/packages/*.deb "$BUILD"/packages/*.tar.gz "$BUILD"/packages/*.whl "$BUILD"/packages/*.pdf; do
  [ -e "$file" ] || continue # the handbook was not asked for
  mv "$file" "$out"
  echo "$out/${file##*/}"
done
