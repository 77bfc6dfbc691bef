#!/bin/sh
# Fills an empty data directory with a standby that follows the primary. Run it on the standby's machine, as the user its
# Postgres runs as; then start Postgres there, and run await-standby.sh.
#   PGHOST=db1 PGUSER=postgres PGPASSFILE=~/.pgpass STANDBY_NAME=db2 deploy/failover/follow-primary.sh /var/lib/postgresql/15/main
# PGHOST and PGPORT are the primary's. Its pg_hba.conf must admit this machine for "replication". A former primary
# rejoins after a fail-over in the same way: move its old directory aside first.
set -eu
target=$1
name=${STANDBY_NAME:?set STANDBY_NAME to a name of this standby: letters, digits and underscores}
if [ -e "$target" ] && [ -n "$(ls -A "$target")" ]; then
  echo "$target is not empty: move it aside, or name a new directory." >&2
  exit 1
fi

# The slot keeps the log on the primary while the standby is down. One left from an earlier standby is useless.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set name="$name" --dbname postgres >/dev/null <<'SQL'
select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = :'name' and not active;
SQL
pg_basebackup --pgdata "$target" --dbname "application_name=$name" --create-slot --slot "$name" \
  --write-recovery-conf --checkpoint fast --wal-method stream --no-password
# A standby that lost its primary retries this often, and may not notice its own promotion any sooner.
echo "wal_retrieve_retry_interval = '500ms'" >>"$target/postgresql.auto.conf"
echo "$target follows the primary as $name once Postgres is started on it."
