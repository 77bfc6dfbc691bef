#!/bin/sh
# Leads whoever names the keys to the cell LEAD_TO: writes the tables for the proxy's next start, and tells the running one.
# `move-organization --then deploy/cells/lead.sh` sets the keys; TABLES and STATS_SOCKET are those of haproxy.cfg.
set -eu
: "${TABLES:?}" "${STATS_SOCKET:?}" "${LEAD_TO:?}"

# One at a time: each writes the whole table again.
exec 9>"$TABLES/lead.lock"
flock 9

command -v socat >/dev/null || { echo "socat is not installed: the running proxy cannot be told." >&2; exit 1; }
if [ -e "$STATS_SOCKET" ] && [ ! -w "$STATS_SOCKET" ]; then
  echo "$(id -un) may not write to $STATS_SOCKET: the running proxy cannot be told." >&2
  exit 1
fi

# Fails where nobody listens. A line that is not there yet cannot be set. A proxy that says anything else has not done it.
tell() {
  for verb in set add; do
    told=$(echo "$verb map $1 $2 $LEAD_TO" | socat - "UNIX-CONNECT:$STATS_SOCKET" 2>/dev/null) || return 1
    case "$told" in
      *'not found'*) ;;
      '') return 0 ;;
      *) echo "The proxy answers: $told. Are its tables in $TABLES?" >&2; exit 1 ;;
    esac
  done
}

lead() {
  file="$TABLES/$1.map"
  shift
  for key in "$@"; do
    { awk -v key="$key" '$1 != key' "$file"; echo "$key $LEAD_TO"; } >"$file.new"
    mv "$file.new" "$file"
    # One that is being started may have read the file before; one that stays down reads it when it starts.
    for _ in 1 2 3; do
      tell "$file" "$key" && break
      sleep 1
    done
  done
}

# shellcheck disable=SC2086 # several keys
lead organizations ${ORGANIZATION_KEYS:-}
# shellcheck disable=SC2086
lead stores ${STORE_KEYS:-}
