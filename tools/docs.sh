#!/bin/sh
# The handbook:  ./course docs [--build | --pdf | --links] [--port N]
# --build writes it to build/handbook, --pdf also prints it to build/handbook.pdf; --links tries every link to another site,
# over the network. Without any, it is served on this computer and rebuilt on every change. Run through ./course docs, which
# sets ROOT.
set -eu
cd "${ROOT:?run ./course docs}"

OUT=$ROOT/build/handbook
PORT=8000
DO=serve

# ./course has refused whatever else was given.
while [ $# -gt 0 ]; do
  case $1 in
    --build) DO=build ;;
    --pdf) DO=pdf ;;
    --links) DO=links ;;
    --port)
      PORT=$2
      shift
      ;;
  esac
  shift
done

# The pictures and counts are the SIMT machine's own: docs/_ext brings it up to date.
export PYTHONPATH="$ROOT" PYTHONSAFEPATH=1
# Every warning is an error, and all of them are shown; -n: a reference to nothing is one;
# -a: every page is written, since each has the table of contents beside it.
case $DO in
  build | pdf)
    python -m sphinx -a -W --keep-going -n -q -b html -d build/handbook-work docs "$OUT"
    echo "The handbook: $OUT/index.html"
    if [ "$DO" = pdf ]; then python -m tools.handbook_pdf "$OUT" "$OUT.pdf"; fi
    ;;
  links)
    python -m sphinx -q -b linkcheck -d build/handbook-work docs build/handbook-links
    echo "All links work: $ROOT/build/handbook-links/output.txt"
    ;;
  serve)
    echo "The handbook: http://localhost:$PORT      (Ctrl-C stops it)"
    exec python -m sphinx_autobuild -n -q -b html -d build/handbook-work --host localhost --port "$PORT" \
      --watch labs --watch common/simt/README.md --watch CONTRIBUTING.md --ignore '*.pyc' docs "$OUT"
    ;;
esac
