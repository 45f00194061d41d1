# shellcheck shell=sh
# Sourced by ./course. missing GROUP... prints the packages that this machine lacks, by Debian's and Ubuntu's names.
#
# Groups: python (the grader), build (compile and run labs), docs (the handbook), class (grade what others hand in),
# libraries (CUB and Thrust, for programs that include them), package (make packages), nvcc (what NVIDIA's compiler makes of a
# kernel), dev (test and lint).
#
# Each test asks whether the thing works, not whether a package is installed: it may have come some other way.

has() { command -v "$1" >/dev/null 2>&1; }

cxx() {
  for candidate in g++ clang++; do
    if has "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  return 1
}

compiler_works() {
  compiler=$(cxx) && printf '#include <string_view>\nint main() {}\n' | "$compiler" -std=c++17 -x c++ - -o /dev/null 2>&1
}

# need_library PACKAGE HEADER [LIBRARY]: a program finds the header and links with the library.
need_library() {
  if ! compiler=$(cxx) || ! printf '#if !__has_include(<%s>)\n#error\n#endif\nint main() {}\n' "$2" |
    "$compiler" -std=c++17 -x c++ - -o /dev/null -Wl,--no-as-needed ${3:+"-l$3"} >/dev/null 2>&1; then
    echo "$1"
  fi
}

is_known_llvm() { # VERSION
  case ${1%%.*} in
    14 | 15 | 16 | 17 | 18 | 19) ;;
    *) return 1 ;;
  esac
}

# The order is that of common/simt/compiler/CMakeLists.txt: llvm-config, with clang beside it and LLVM's headers.
llvm_works() {
  for config in llvm-config llvm-config-19 llvm-config-18 llvm-config-15 llvm-config-14; do
    if has "$config" && is_known_llvm "$("$config" --version)" && [ -x "$("$config" --bindir)/clang" ] && [ -e "$("$config" --includedir)/llvm/IR/Module.h" ]; then
      return
    fi
  done
  return 1
}

need_llvm() { llvm_works || printf '%s\n' clang llvm-dev; }

# An installed SIMT machine of these very sources, which is used instead of building one (common/simt/cmake/prebuilt.cmake).
has_installed_machine() {
  simtcc=$(command -v simtcc) || return 1
  theirs=$(dirname "$(dirname "$(readlink -f "$simtcc")")")/lib/simt/sources.sha256
  [ -f "$theirs" ] && [ "$(cat "$theirs")" = "$(sh "$ROOT/common/simt/cmake/source_digest.sh" "$ROOT/common/simt")" ]
}

need_program() { # PACKAGE PROGRAM...: one of the programs is there
  package=$1
  shift
  for program; do
    if has "$program"; then return; fi
  done
  echo "$package"
}

need_daemon() { # PACKAGE PROGRAM: there, though perhaps only root has its folder in the PATH
  has "$2" || [ -x "/usr/sbin/$2" ] || echo "$1"
}

missing_python() {
  python=$(find_python) || {
    printf '%s\n' python3 python3-venv
    return
  }
  "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
}

missing_build() {
  compiler_works >/dev/null || echo g++
  need_program cmake cmake
  need_program ninja-build ninja ninja-build
  need_program git git
  need_library libgtest-dev gtest/gtest.h gtest
  need_library libgmock-dev gmock/gmock.h gmock
  need_library nlohmann-json3-dev nlohmann/json.hpp
  need_library libseccomp-dev seccomp.h seccomp
  # simtcc is built with these, and runs them: the distribution's own clang, LLVM and linker.
  has_installed_machine || need_llvm
  need_program binutils ld
}

# The sandbox that submissions are compiled and run in, and its limits.
missing_class() {
  need_program bubblewrap bwrap
  need_program util-linux prlimit
}

# groups_of_grade ARGUMENTS...: the groups that grading needs, by what is asked of it
groups_of_grade() {
  echo python build
  # A user who says --unsafe-no-sandbox may have no right to install one.
  case " $* " in *' --unsafe-no-sandbox '*) ;; *) echo class ;; esac
}

# The libraries that a kernel finds beside CUDA's own headers. Others may come with -I.
missing_libraries() {
  need_library libcub-dev cub/version.cuh
  need_library libthrust-dev thrust/version.h
}

# groups_of_run ARGUMENTS...: the groups that a program needs, by what its files include
groups_of_run() {
  echo python build
  case " $* " in *' -I'*) return ;; esac
  for word; do
    if [ "$word" = -- ]; then return; fi
    if [ -f "$word" ] && grep -Eq '^[[:space:]]*#[[:space:]]*include[[:space:]]*<(cub|thrust)/' "$word"; then
      echo libraries
      return
    fi
  done
}

missing_docs() { :; } # Python packages alone
missing_nvcc() { :; } # likewise

# The formatter is version 14 on every distribution: two versions format differently. The linter is a Python package, for the
# same reason.
missing_dev() {
  need_program clang-format-14 clang-format-14
  need_program clangd-14 clangd-14 clangd
  need_program shellcheck shellcheck
  need_program ccache ccache
  need_library libbenchmark-dev benchmark/benchmark.h benchmark
  need_program g++ g++ # clang++ alone satisfies a student; some tests compile with g++
  missing_class
  missing_libraries
  missing_package
  browser >/dev/null || ! apt_has_browser || echo chromium
}

# The programs that make a Debian package of the SIMT machine: LLVM to build it with, and what finds the libraries that it
# depends on.
missing_package() {
  need_llvm
  need_program dpkg-dev dpkg-shlibdeps
}

# A cluster of one node, which the tests start and stop.
missing_cluster() {
  need_daemon slurm-wlm slurmctld
  need_daemon slurm-wlm slurmd
  need_daemon munge munged
}

# The browser that the tests drive. A snap is none: it sees no folder that a test makes for it, and containers run no snaps.
browser() {
  for candidate in chromium chromium-browser google-chrome google-chrome-stable; do
    if has "$candidate" && ! is_snap "$(command -v "$candidate")"; then
      command -v "$candidate"
      return
    fi
  done
  return 1
}

is_snap() { # PROGRAM: a snap, or Ubuntu's script that starts one
  case $(readlink -f "$1") in
    */snap | */snap/*) return 0 ;;
  esac
  head -c 4096 "$1" 2>/dev/null | grep -qa /snap/bin/chromium
}

# Debian's package is the browser; Ubuntu's only fetches the snap.
apt_has_browser() { [ "$(os_id)" != ubuntu ]; }
os_id() { sed -n 's/^ID=//p' "${OS_RELEASE:-/etc/os-release}" 2>/dev/null | tr -d '"'; }

missing() { # GROUP...
  for group; do "missing_$group"; done | sort -u | tr '\n' ' ' | sed 's/ $//'
}

# closest WORD CANDIDATE...: the candidate that was probably meant; nothing where none is like it
closest() {
  python=$(find_python) || return 0
  "$python" -c 'import difflib, sys; print(*difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1, 0.6))' "$@"
}

# The newest of the usual names that is at least 3.10; $PYTHON, when set, is the only one asked.
find_python() {
  for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.10}; do
    if has "$candidate" && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  return 1
}
