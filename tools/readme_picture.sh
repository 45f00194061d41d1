#!/bin/sh
# The README's picture: a real scorecard, light and dark, as .github/pictures/scorecard-*.webp.
#
#   tools/readme_picture.sh        (needs Chromium; run it again when the scorecard looks different)
#
# The answer shown is of the catalogue: a tile without padding, so that a failed check and its picture are seen.
set -eu
cd "$(dirname "$0")/.."
KERNEL=build/tiled_transpose.cu
WIDTH=1080
HEIGHT=1000
SEED=1

for browser in chromium chromium-browser google-chrome ''; do
  if command -v "$browser" >/dev/null 2>&1; then break; fi
done
[ -n "$browser" ] || {
  echo 'readme_picture: no Chromium: apt-get install chromium' >&2
  exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p build
./course prove lab4 --show unpadded-as-padded >"$KERNEL"
./course scorecard lab4 --kernel "$KERNEL" --seed "$SEED" --out "$work/card.html"

shoot() { # NAME SCHEME: Blink's number of the preferred colour scheme, 0 dark and 1 light
  "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" \
    --window-size="$WIDTH,$HEIGHT" --blink-settings="preferredColorScheme=$2" --screenshot="$work/$1.png" \
    "file://$work/card.html" >"$work/browser.log" 2>&1 || {
    cat "$work/browser.log" >&2
    exit 1
  }
  .venv/bin/python -c 'import sys; from PIL import Image; Image.open(sys.argv[1]).convert("RGB").save(sys.argv[2], quality=80, method=6)' \
    "$work/$1.png" ".github/pictures/scorecard-$1.webp"
}
shoot light 1
shoot dark 0
ls -l .github/pictures/scorecard-*.webp
