#!/bin/sh
# sh source_digest.sh FOLDER: names the machine whose sources are in FOLDER (common/simt), by all that its programs and
# libraries are made of. An installed machine keeps this name (lib/simt/sources.sha256); a checkout whose sources have the
# same name uses it instead of compiling its own (prebuilt.cmake, tools/needs.sh).
set -eu
cd "$1"
find . \( -name tests -o -name fuzz -o -name bench -o -name agreement -o -name examples -o -name data \) -prune -o \
  -type f ! -name '*.md' ! -name '*.py' ! -name '*.pyc' ! -name '*.sh' -print |
  LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d ' ' -f 1
