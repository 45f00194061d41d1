# shellcheck shell=sh
# Sourced by ./course with ROOT set. What the set-up says: its words, how its commands get on, and why it ended where it was
# interrupted or the disk was full. Everything goes to stderr.

say() { printf '%s\n' "course: $*" >&2; }

# die WHAT-IS-WRONG COMMAND-THAT-FIXES-IT: the one message for what the set-up cannot fix by itself.
die() {
  told=yes
  printf '\n%s\n' "course: $1." >&2
  printf '%s\n' '  To fix it:' >&2
  printf '%s\n' "$2" | sed 's/^/    /' >&2
  exit 2
}

told=
child_to_end=

# While the set-up works, its end is explained, also by a signal; a shell runs no EXIT trap for a signal without a trap.
guard_ending() {
  trap explain_ending EXIT
  trap 'end_by_signal 129' HUP
  trap 'end_by_signal 130' INT
  trap 'end_by_signal 143' TERM
}

unguard_ending() { trap - EXIT HUP INT TERM; }

end_by_signal() { # STATUS
  [ -z "$child_to_end" ] || kill "$child_to_end" 2>/dev/null || :
  exit "$1"
}

# Explains why the set-up ended early, if nobody has said so yet. Whatever was done so far stays, and is not done again.
explain_ending() {
  status=$?
  trap - EXIT
  if [ "$status" -ne 0 ] && [ -z "$told" ]; then
    say_disk_is_full /dev/null "$ROOT" || case $status in
      129 | 130 | 143) printf '\n' >&2 && say 'Interrupted. What was downloaded and installed is kept. Run the same command again to resume.' ;;
    esac
  fi
  exit "$status"
}

# say_disk_is_full LOG PLACE: whether a disk is full, and says so: LOG tells it of PLACE, or one of the places that the
# set-up writes to has less than 20 MB left.
say_disk_is_full() {
  full=
  ! grep -q 'No space left on device\|Disk quota exceeded' "$1" || full=$2
  for place in "$ROOT" "${TMPDIR:-/tmp}" /var/cache/apt/archives /usr; do
    free=$(df -Pk "$place" 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ -z "$free" ] || [ "$free" -ge 20000 ] || full=${full:-$place}
  done
  [ -n "$full" ] || return 1
  (die "the disk is full: no space was left for $full" "df -h $full      (free some space)
then run the same command again to resume") || return 0
}

# stop_where_network_fails PROGRAM LOG: one sentence where the program's log tells of a connection that failed.
stop_where_network_fails() {
  grep -qi "$NETWORK_FAILED" "$2" || return 0
  # apt-get names the address, pip the host.
  server=$(sed -n "s#.*Failed to fetch [a-z]*://\\([^/ ]*\\).*#\\1#p; s#.*host='\\([^']*\\)'.*#\\1#p" "$2" | head -n 1)
  proxy=${https_proxy:-${http_proxy:-${HTTPS_PROXY:-${HTTP_PROXY:-}}}}
  [ -n "$proxy" ] || proxy=$(apt-config dump Acquire 2>/dev/null | sed -n 's/^Acquire::https\{0,1\}::Proxy "\(..*\)";/\1/p' | head -n 1)
  if [ -n "$proxy" ]; then
    # The text before an @ is a password.
    die "$1 could not download anything: the proxy $(printf '%s' "$proxy" | sed 's#//.*@#//#') refuses or does not answer" \
      'env | grep -i _proxy; apt-config dump | grep -i proxy      (correct or remove the proxy)
then run the same command again'
  fi
  other='another mirror in /etc/apt'
  [ "$1" != pip ] || other='another index: pip config set global.index-url URL'
  die "$1 could not download anything: ${server:-the network} refuses or does not answer" \
    "connect to a network, or name $other
then run the same command again"
}

# The words of apt-get and pip for a server or a proxy that refuses, does not answer or is not known.
NETWORK_FAILED='Could not connect\|Unable to connect\|Connection failed\|Connection refused\|timed out\|Could not resolve'
NETWORK_FAILED="$NETWORK_FAILED"'\|Temporary failure resolving\|Failed to establish a new connection\|ProxyError\|  40[37]  '

exit_told() { # STATUS: the reason has been said
  told=yes
  exit "$1"
}

# run_logged LOG COMMAND...: the command's output goes to LOG; its last line shows that it moves.
run_logged() {
  log=$1
  shift
  "$@" >"$log" 2>&1 </dev/null &
  child=$!
  # A background child of a script ignores Ctrl-C; pass it on. A child of sudo's cannot be ended by us, and finishes.
  child_to_end=$child
  ticks=0 last_percent=0 began_at=0
  while kill -0 "$child" 2>/dev/null; do
    sleep 0.5
    ticks=$((ticks + 1))
    show_progress "$log" "$ticks"
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
  status=0
  wait "$child" || status=$?
  child_to_end=
  return "$status"
}

# Once a command that tells how far it is has run for two seconds, a bar with the time left; else its last line. In place on
# a terminal, every 15 seconds in a log.
show_progress() { # LOG TICKS
  if [ ! -t 2 ]; then
    [ $(($2 % 30)) -ne 0 ] || printf '  ... %s\n' "$(own_lines "$1" | tail -n 1 | cut -c 1-100)" >&2
    return
  fi
  told=$(percent_in "$1")
  percent=${told%% *}
  # Installing follows downloading and begins at 0 again: the time counts from there.
  if [ "${percent:-0}" -lt "$last_percent" ]; then began_at=$2; fi
  last_percent=${percent:-0}
  if [ -n "$told" ] && [ "$2" -ge 4 ]; then
    shown=$(bar "$percent" "$(($2 - began_at))" "${told#* }")
  else
    shown=$(own_lines "$1" | tail -n 1)
  fi
  printf '\r\033[K  %s' "$(printf '%s' "$shown" | tr -d '\r' | cut -c 1-76)" >&2
}

# The lines that apt-get writes for programs, and nobody else reads (APT::Status-Fd).
STATUS_LINE='^\(dl\|pm\|media-\)\(status\|change\|error\|conffile\):'

own_lines() { grep -v "$STATUS_LINE" "$1" || :; }

# percent_in LOG: "45 what is being done", as far as apt-get or pip tells it. pip collects each package of its lockfile once;
# run_logged's caller sets their number: pieces.
percent_in() {
  case ${pieces:-} in
    '') sed -n 's/^[dp][lm]status:[^:]*:\([0-9]*\)[.0-9]*:\(.*\)/\1 \2/p' "$1" | tail -n 1 ;;
    *)
      done_so_far=$(grep -c '^Collecting \|^Requirement already satisfied: ' "$1" || :)
      printf '%s %s\n' "$((done_so_far > pieces ? 100 : done_so_far * 100 / pieces))" "$(tail -n 1 "$1")"
      ;;
  esac
}

# bar PERCENT TICKS WORDS: the bar and, where the time so far tells it, what is left. Two ticks are a second.
bar() {
  cells=$(printf '%20s' '')
  full=$(printf '%.*s' $(($1 / 5)) "$cells" | tr ' ' '#')
  rest=$(printf '%.*s' $((20 - $1 / 5)) "$cells" | tr ' ' '.')
  left=
  if [ "$1" -ge 5 ]; then left=$(($2 * (100 - $1) / $1 / 2)); fi
  case $left in '' | 0) left= ;; *) left=", about $left s left" ;; esac
  printf '[%s%s] %s %%%s  %s' "$full" "$rest" "$1" "$left" "$3"
}

last_words() { grep -v "^ *$\|$STATUS_LINE" "$1" | tail -n 3 | cut -c 1-160 | sed 's/^/  | /'; }
