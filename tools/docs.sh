#!/bin/sh
# The handbook:  ./course docs [--build] [--port N]
# Without --build it is served on this computer and built again at each change. Run through ./course docs, which sets ROOT.
set -eu
cd "${ROOT:?run ./course docs}"

OUT=$ROOT/build/handbook
PORT=8000
SERVE=yes

refuse() {
  echo "course: $1: ./course docs [--build] [--port N]" >&2
  exit 2
}

while [ $# -gt 0 ]; do
  case $1 in
    --build) SERVE= ;;
    --port)
      PORT=${2:-}
      case $PORT in '' | *[!0-9]*) refuse '--port needs a number' ;; esac
      shift
      ;;
    *) refuse "docs knows no '$1'" ;;
  esac
  shift
done

# The pictures and counts are the SIMT machine's own: docs/_ext builds it where that is not done yet.
export PYTHONPATH="$ROOT" PYTHONSAFEPATH=1
# Every warning is an error, and all of them are shown; -n: a reference to nothing is one;
# -a: every page is written, since each has the table of contents beside it.
if [ -z "$SERVE" ]; then
  python -m sphinx -a -W --keep-going -n -q -b html -d build/handbook-work docs "$OUT"
  echo "The handbook: $OUT/index.html"
else
  echo "The handbook: http://localhost:$PORT      (Ctrl-C ends it)"
  exec python -m sphinx_autobuild -n -q -b html -d build/handbook-work --host localhost --port "$PORT" \
    --watch labs --watch common/simt/README.md --watch CONTRIBUTING.md --ignore '*.pyc' docs "$OUT"
fi
