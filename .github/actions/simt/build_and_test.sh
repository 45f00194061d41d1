#!/bin/bash
# The step of action.yml. PACKAGE: the machine's package, a path or a URL; empty: simtcc is in the PATH already. SOURCE, BUILD:
# folders. OPTIONS, TESTS: words for cmake and ctest. Exit status: ctest's; 2 if the package cannot be installed.
set -euo pipefail

install_package() {
  local file=$PACKAGE
  if [[ $PACKAGE == https://* ]]; then
    file=$(mktemp --suffix=.deb)
    curl --fail --silent --show-error --location --retry 3 --output "$file" "$PACKAGE"
  fi
  local as_root=(sudo)
  [[ $(id -u) != 0 ]] || as_root=()  # containers run steps as root, and have no sudo
  # apt takes a file by its path alone.
  "${as_root[@]}" apt-get update --quiet
  "${as_root[@]}" apt-get install --quiet --yes --no-install-recommends "$(realpath "$file")"
}

if [[ -n ${PACKAGE:-} ]] && ! install_package; then
  echo "::error title=SIMT machine::the package ${PACKAGE} cannot be installed on this runner"
  exit 2
fi

# What a user gives as words, on one line or several, is split into words here, and nothing else is done with it. Without a
# delimiter read goes to the end, where its status is 1.
read -r -d '' -a options <<<"${OPTIONS:-}" || true
read -r -d '' -a tests <<<"${TESTS:-}" || true
cmake -S "$SOURCE" -B "$BUILD" -DCMAKE_CUDA_COMPILER=simtcc "${options[@]}"
cmake --build "$BUILD" --parallel "$(nproc)"
# Each test's report is behind its output: annotations are read from there.
SIMT_REPORT=github ctest --test-dir "$BUILD" --output-on-failure --no-tests=error "${tests[@]}"
