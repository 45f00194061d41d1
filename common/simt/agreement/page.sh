#!/bin/sh
# Writes the page of one comparison, or checks that it is up to date:
#
#   page.sh write|check PAGE.md INTRODUCTION.md AGREEMENT ARGUMENT...
#
# AGREEMENT ARGUMENT... is the command that prints the tables. Exit status: 0 written or up to date, else not: the machine
# and the record then disagree, which the command's own words say, or the page is not of today.
set -eu

[ $# -ge 4 ] || {
  echo "page.sh: usage: page.sh write|check PAGE.md INTRODUCTION.md AGREEMENT ARGUMENT..." >&2
  exit 2
}
what=$1
page=$2
introduction=$3
shift 3

fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
cat "$introduction" >"$fresh"
"$@" --markdown >>"$fresh"
case $what in
  write)
    mkdir -p "$(dirname "$page")"
    cp "$fresh" "$page"
    echo "written: $page"
    ;;
  check)
    diff -u "$page" "$fresh" || {
      echo "page.sh: $page is not what the record and the machine say: build the target agreement_pages" >&2
      exit 1
    }
    ;;
  *)
    echo "page.sh: the first argument is write or check, not $what" >&2
    exit 2
    ;;
esac
