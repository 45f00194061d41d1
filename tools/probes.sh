# shellcheck shell=sh
# Sourced by test.sh. why_not CAPABILITY prints why a kind of tests cannot run here, and nothing where it can.
#
# Asked before a stage begins, so that a computer without a browser says so once and at once, not in a hundred errors.

why_not() {
  case $1 in
    sandbox) why_no_sandbox ;;
    browser) why_no_browser ;;
    cluster) why_no_cluster ;;
  esac
}

# The grader's own question, and its words: bubblewrap is there, and may make user namespaces.
why_no_sandbox() {
  PYTHONPATH="$ROOT" python - <<'PYTHON'
from grader.core.errors import GraderError
from grader.isolation.bubblewrap import find_sandbox
try:
    find_sandbox()
except GraderError as error:
    print(error.message)
PYTHON
}

why_no_browser() {
  PYTHONPATH="$ROOT" python - <<'PYTHON'
from playwright.sync_api import Error, sync_playwright
from tools.chromium import launch
with sync_playwright() as playwright:
    try:
        launch(playwright).close()
    except Error as error:
        print("no Chromium starts here:", str(error).strip().splitlines()[0])
PYTHON
}

why_no_cluster() {
  packages=$(missing cluster)
  [ -z "$packages" ] || echo "Slurm is not installed ($packages)"
}
