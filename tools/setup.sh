# shellcheck shell=sh
# Sourced by ./course with ROOT set, after needs.sh and progress.sh. `setup GROUP...` makes sure that the groups' needs are
# there, and remembers it in a stamp, so that the next run costs a few milliseconds and no network.

VENV="$ROOT/.venv"
OLDEST_CMAKE=3.21
# apt waits more than ten minutes for a server that accepts connections and never answers. These limits make it 90 seconds.
APT_OPTIONS='-o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 -o Acquire::Retries=1
  -o Acquire::http::Timeout=15 -o Acquire::https::Timeout=15'
packages_are_listed=

# ----------------------------------------------------------------------------------------------------- system packages

apt_command() { printf 'apt-get update && apt-get install -y --no-install-recommends %s' "$1"; }

# Sets SUDO to nothing (root) or sudo; explains what to run where neither is possible. PACKAGES as argument.
become_root() {
  SUDO=
  [ "$(id -u)" -ne 0 ] || return 0
  fix="as root:  $(apt_command "$1")"
  has sudo || die "these system packages are missing, and you are not root and have no sudo: $1" "$fix"
  SUDO=sudo
  if sudo -n true 2>/dev/null; then return; fi
  if [ -n "${CI:-}" ] || [ ! -t 0 ]; then
    die "these system packages are missing, and sudo needs a password, but there is no terminal to type it: $1" \
      "sudo sh -c '$(apt_command "$1")'"
  fi
  say "sudo runs apt-get and nothing else; it may ask for your password."
  sudo -v || die "sudo failed, and these system packages are missing: $1" "$fix"
}

apt_get() {
  # `env`, since sudo drops exported variables.
  # shellcheck disable=SC2086 # SUDO may be empty, the options are several words
  run_logged "$setup_log" $SUDO env DEBIAN_FRONTEND=noninteractive apt-get $APT_OPTIONS -o APT::Status-Fd=1 -y "$@"
}

install_packages() { # "PACKAGE..."
  has apt-get || die "this is neither Debian nor Ubuntu (no apt-get), and these are missing (Debian's names): $1" \
    "install them with your system's package manager, or use a container:
docker run --rm -it -v \"$ROOT:/course\" -w /course debian:12 sh -c 'apt-get update && apt-get install -y git python3 && exec bash'"
  become_root "$1"
  say "Installing system packages, once (a few minutes)${SUDO:+, through sudo}: $1"
  setup_log=$(mktemp)
  list_packages
  apt_install "$1" || { finish_interrupted_installation && apt_install "$1"; } || explain_failed_installation "$1"
  rm -f "$setup_log"
}

# shellcheck disable=SC2086 # a list of packages
apt_install() { apt_get install --no-install-recommends $1; }

# A failed update is not the end: one broken third-party source must not stop the set-up if the packages can be had. If no
# source answered at all, each of a hundred packages would be waited for in vain.
list_packages() {
  [ -z "$packages_are_listed" ] || return 0
  apt_get -o Acquire::Retries=0 update || :
  packages_are_listed=yes
  if ! grep -q '^\(Hit\|Get\):' "$setup_log"; then stop_where_network_fails 'apt-get' "$setup_log"; fi
}

explain_failed_installation() { # "PACKAGE..."
  ! say_disk_is_full "$setup_log" /usr || exit_told 2
  stop_where_network_fails 'apt-get' "$setup_log"
  last_words "$setup_log" >&2
  sudo=${SUDO:+sudo }
  if is_interrupted; then
    die 'an earlier installation of system packages was interrupted, and could not be finished (its last output is above)' \
      "${sudo}dpkg --configure -a; ${sudo}apt-get install --fix-broken
then ./course setup"
  fi
  die "apt-get could not install: $1 (its last output is above)" "${sudo}sh -c '$(apt_command "$1")'
then ./course setup"
}

# Whether dpkg was stopped in the middle of its work, which apt-get's last words say, or dpkg knows.
is_interrupted() {
  grep -q 'dpkg was interrupted\|unmet dependencies\|--fix-broken' "$setup_log" || [ -n "$(dpkg --audit 2>/dev/null)" ]
}

# If a set-up was killed in the middle of dpkg's work, apt-get refuses everything until dpkg has finished it. If another
# installation still runs, this waits two minutes for it, as apt-get itself does. Whatever dpkg cannot configure, because
# what it depends on was not unpacked yet, is left to apt-get, which unpacks that first.
finish_interrupted_installation() {
  ! grep -q 'No space left on device' "$setup_log" && is_interrupted || return 1
  say 'An earlier installation was interrupted: finishing it first.'
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    # shellcheck disable=SC2086 # SUDO may be empty
    run_logged "$setup_log" $SUDO env DEBIAN_FRONTEND=noninteractive dpkg --configure -a && break
    grep -q 'frontend lock\|locked by another process' "$setup_log" || break
    sleep 10
  done
  apt_get install --fix-broken --no-install-recommends
}

# The needs are met in rounds, because some show only after others are met.
require_system() { # GROUP...
  before=
  while packages=$(missing "$@") && [ -n "$packages" ]; do
    if [ "$packages" = "$before" ]; then
      require_working_compiler
      die "these packages are installed but cannot be used: $packages" "as root:  apt-get install --reinstall $packages"
    fi
    install_packages "$packages"
    before=$packages
  done
}

# Optional: if they cannot be installed, the tests on a cluster are skipped and say so.
want_cluster() {
  packages=$(missing cluster)
  [ -n "$packages" ] || return 0
  (install_packages "$packages") || say "Continuing without $packages: ./course test --full cannot run the cluster tests."
}

require_working_compiler() {
  if ! words=$(compiler_works); then
    printf '%s\n' "$words" | head -n 3 | sed 's/^/  | /' >&2
    die "$(command -v "$(cxx)") cannot compile a C++17 program (its output is above)" \
      "as root:  apt-get install --reinstall g++"
  fi
}

# If there is no Python, apt installs one. One that is too old stays.
refuse_old_python() {
  asked=${PYTHON:-python3}
  if { has "$asked" || [ -n "${PYTHON:-}" ]; } && ! find_python >/dev/null; then
    die "Python 3.10 or newer is needed; $asked is $("$asked" --version 2>/dev/null || echo 'not executable')" \
      "PYTHON=/path/to/python3.12 ./course setup      (Debian 12 and Ubuntu 22.04, or newer, come with one)"
  fi
}

require_cmake() {
  version=$(cmake --version 2>/dev/null | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
  if [ "$(printf '%s\n' "$OLDEST_CMAKE" "$version" | sort -V | head -n 1)" != "$OLDEST_CMAKE" ]; then
    die "CMake $OLDEST_CMAKE or newer is needed; $(command -v cmake) is ${version:-broken}" \
      "$VENV/bin/python -m pip install 'cmake>=$OLDEST_CMAKE'      (used by ./course alone)"
  fi
}

# ------------------------------------------------------------------------------------------------ virtual environment

require_venv() { # LOCKFILE
  place=$VENV
  [ -e "$place" ] || place=$ROOT
  [ -w "$place" ] || die "the set-up needs to write to $place, and user $(id -un 2>/dev/null) may not" \
    "use a clone of your own, or as its owner:  $ROOT/course setup"
  if ! "$VENV/bin/python" -c 'import pip' 2>/dev/null || [ "$(venv_origin)" != "$(cat "$VENV/origin" 2>/dev/null)" ]; then
    make_venv
  fi
  # A copy of the lock file says what was installed from it.
  if [ -n "$again" ] || ! cmp -s "$ROOT/requirements/$1" "$VENV/$1"; then
    install_python_packages "$1"
  fi
}

make_venv() {
  # --clear would empty the folder behind the link, which may be another clone's environment.
  [ ! -L "$VENV" ] || die "$VENV is a symbolic link (to $(readlink "$VENV")), and creating an environment there would delete what it points to" \
    "rm $VENV      (removes only the link)
then ./course setup"
  python=$(find_python)
  say "Creating the virtual environment .venv with $("$python" --version)"
  "$python" -m venv --clear "$VENV" >&2 ||
    die "the virtual environment could not be created in $VENV" "$python -m venv --clear $VENV"
  venv_origin >"$VENV/origin"
}

pip_install() { # LOCKFILE
  pieces=$(grep -cs '^[^ #].*==' "$ROOT/requirements/$1" || :)
  [ "${pieces:-0}" -gt 0 ] || pieces=
  pip_status=0
  run_logged "$VENV/pip.log" "$VENV/bin/python" -m pip install --no-deps --no-input --disable-pip-version-check \
    --retries 2 --progress-bar off --requirement "$ROOT/requirements/$1" || pip_status=$?
  pieces=
  return "$pip_status"
}

# If pip was killed while it installed a package, it cannot resume: the environment is made again. Without a network, that
# does not help.
retry_in_new_venv() { # LOCKFILE
  ! grep -qi 'connection\|resolve\|network\|timed out\|No space left' "$VENV/pip.log" || return 1
  say 'pip could not resume an interrupted installation: starting over.'
  make_venv
  pip_install "$1"
}

install_python_packages() { # LOCKFILE
  say "Installing Python packages into .venv, once: requirements/$1"
  pip_install "$1" || retry_in_new_venv "$1" || explain_failed_pip "$1"
  cp "$ROOT/requirements/$1" "$VENV/$1"
}

explain_failed_pip() { # LOCKFILE [OPTION-OF-SETUP]
  ! say_disk_is_full "$VENV/pip.log" "$VENV" || exit_told 2
  stop_where_network_fails pip "$VENV/pip.log"
  grep '^ERROR' "$VENV/pip.log" | tail -n 2 | cut -c 1-160 | sed 's/^/  | /' >&2
  die "pip could not install requirements/$1 (its last output is above)" \
    "$VENV/bin/python -m pip install --no-deps -r $ROOT/requirements/$1
then ./course setup${2:+ $2}"
}

# The packages of nvcc come on top of an environment that works, which is therefore never made again for them.
require_nvcc() {
  say 'Installing nvcc, ptxas and nvdisasm into .venv, once (110 MB): requirements/nvcc.txt'
  pip_install nvcc.txt || explain_failed_pip nvcc.txt --nvcc
}

# If no package is a browser, Playwright installs its own (about 150 MB, in the user's cache).
require_browser() {
  if browser >/dev/null; then return; fi
  say "Installing Chromium for the tests, once, with Playwright (this system has only a snap)"
  run_logged "$VENV/browser.log" "$VENV/bin/python" -m playwright install --with-deps chromium || {
    last_words "$VENV/browser.log" >&2
    die "Playwright could not install Chromium (its last output is above; is there a network?)" \
      "install Google Chrome, or:  $VENV/bin/python -m playwright install --with-deps chromium
then ./course setup --dev"
  }
}

# The two things that the environment depends on: its path and the Python that it was made with.
venv_origin() { echo "$VENV $(readlink -f "$VENV/bin/python")"; }

# --------------------------------------------------------------------------------------------------------------- setup

# The stamp's text: if any of this changes, the set-up is checked again.
fingerprint() { # GROUP...
  echo "$* $(readlink -f "$VENV/bin/python") $ROOT ${PYTHON:-}"
  # LLVM is needed again once the installed machine is removed, or is no longer that of this checkout.
  ! has_installed_machine || echo prebuilt
  cat "$ROOT"/requirements/*.txt "$ROOT/tools/needs.sh" "$ROOT/tools/setup.sh" | cksum
}

stamp_file() { echo "$VENV/stamp-$(echo "$*" | tr ' ' '-')"; }

# The file is written whole or not at all.
remember() { # GROUP...
  fingerprint "$@" >"$VENV/stamp.new"
  mv "$VENV/stamp.new" "$(stamp_file "$@")"
}

is_set_up() { # GROUP...
  stamp=$(stamp_file "$@")
  [ -e "$stamp" ] && [ "$(fingerprint "$@")" = "$(cat "$stamp")" ]
}

setup() { # [--again] GROUP...   --again: check even if the stamp is up to date
  again=
  [ "$1" != --again ] || {
    again=yes
    shift
  }
  if [ -z "$again" ] && is_set_up "$@"; then return; fi

  guard_ending
  exec 9<"$ROOT/tools/setup.sh" # two runs in one fresh clone take turns
  if has flock && ! flock -n 9; then
    say 'Waiting for another ./course that is installing.'
    flock 9
  fi
  refuse_old_python
  require_system "$@"
  case " $* " in *' dev '*) want_cluster ;; esac
  case " $* " in
    *' dev '*)
      require_venv dev.txt
      require_browser
      ;;
    *' docs '*) require_venv docs.txt ;;
    *' package '*) require_venv package.txt ;;
    *) require_venv run.txt ;;
  esac
  case " $* " in *' nvcc '*) require_nvcc ;; esac
  case " $* " in *' build '*) require_cmake ;; esac
  remember "$@"
  # A set-up for more covers those for less.
  case " $* " in *' dev '*) remember python build docs && remember python build class && remember python build package ;; esac
  case " $* " in *' build '*) remember python build && remember python ;; esac
  unguard_ending
  exec 9<&-
}
