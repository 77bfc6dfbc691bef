#!/bin/sh
# Leads whoever names the keys to the cell LEAD_TO: writes the tables for the proxy's next start, and tells the running one.
# `move-organization --then deploy/cells/lead.sh` sets the keys; TABLES and STATS_SOCKET are those of haproxy.cfg.
set -eu
: "${TABLES:?}" "${STATS_SOCKET:?}" "${LEAD_TO:?}"

lead() {
  file="$TABLES/$1.map"
  shift
  for key in "$@"; do
    { awk -v key="$key" '$1 != key' "$file"; echo "$key $LEAD_TO"; } >"$file.new"
    mv "$file.new" "$file"
    # One that is not there yet cannot be set. A proxy that is down reads the file.
    for verb in set add; do
      told=$(echo "$verb map $file $key $LEAD_TO" | socat - "UNIX-CONNECT:$STATS_SOCKET" 2>/dev/null || echo down)
      case "$told" in *'not found'*) ;; *) break ;; esac
    done
  done
}

# shellcheck disable=SC2086 # several keys
lead organizations ${ORGANIZATION_KEYS:-}
# shellcheck disable=SC2086
lead stores ${STORE_KEYS:-}
