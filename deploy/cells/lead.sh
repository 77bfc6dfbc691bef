#!/bin/sh
# Leads whoever names the keys to the cell LEAD_TO: tells the running proxy, and writes the tables for its next start.
# `move-organization --then deploy/cells/lead.sh` sets the keys; TABLES and STATS_SOCKET are those of haproxy.cfg. It fails
# while no proxy can be told; PROXY_DOWN=yes says that none runs.
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

tell_all() {
  for key in ${ORGANIZATION_KEYS:-}; do tell "$TABLES/organizations.map" "$key" || return 1; done
  for key in ${STORE_KEYS:-}; do tell "$TABLES/stores.map" "$key" || return 1; done
}

# Takes the keys as one word.
write() {
  file="$TABLES/$1.map"
  awk -v keys="$2" -v cell="$LEAD_TO" '
    BEGIN { count = split(keys, key, " "); for (at in key) led[key[at]] }
    !($1 in led)
    END { for (at = 1; at <= count; at++) print key[at], cell }' "$file" >"$file.new"
  mv "$file.new" "$file"
}

# First, because until then nobody is served.
tell_all || true
for table in "organizations:${ORGANIZATION_KEYS:-}" "stores:${STORE_KEYS:-}"; do
  [ -z "${table#*:}" ] || write "${table%%:*}" "${table#*:}"
done
# Once more, because one that was started meanwhile may have read the files before.
for _ in 1 2 3 4 5; do
  tell_all && exit 0
  [ "${PROXY_DOWN:-}" != yes ] || exit 0
  sleep 1
done
echo "No proxy listens on $STATS_SOCKET: the tables are written, but one that runs does not know. Set STATS_SOCKET to where it listens, or PROXY_DOWN=yes if none runs." >&2
exit 1
