#!/bin/sh
# Makes the standby the primary while both are well, for example to update the primary's machine. PgBouncer holds back
# everybody's next transaction meanwhile, so that nobody gets an error.
#   PGHOST=db2 PGUSER=postgres PGPASSFILE=~/.pgpass \
#   BOUNCER="host=127.0.0.1 port=6432 user=pgbouncer_admin" PRIMARY_FILE=/etc/pgbouncer/primary.ini \
#   STOP_PRIMARY="ssh db1 sudo systemctl stop postgresql" deploy/failover/switch-over.sh
# PGHOST and PGPORT are the standby's. STOP_PRIMARY stops the primary in order ("fast") and returns when it has ended: an
# orderly primary hands its standby all there is before it goes. Then bring it back with rejoin-primary.sh.
set -eu
: "${PGHOST:?set PGHOST to the standby}"
: "${BOUNCER:?set BOUNCER to the connection of the administration of PgBouncer}"
: "${STOP_PRIMARY:?set STOP_PRIMARY to the command that stops the primary in order}"

follows=$(psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --dbname postgres \
  -c "select count(*) from pg_stat_wal_receiver where status = 'streaming'")
if [ "$follows" != 1 ]; then
  echo "$PGHOST is not a standby that follows its primary: nothing was changed." >&2
  exit 1
fi

# Returns once the transactions in progress are over; those that take longer than the rest waits for are let finish.
admin() {
  timeout 4 psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname "$BOUNCER dbname=pgbouncer" -c "$1" >/dev/null
}
trap 'admin RESUME' EXIT
if ! admin PAUSE; then
  echo "Transactions are still in progress: nothing was changed, try again." >&2
  exit 1
fi
sh -c "$STOP_PRIMARY"
"$(dirname "$0")/promote-standby.sh"
