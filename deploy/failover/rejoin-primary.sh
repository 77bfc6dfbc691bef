#!/bin/sh
# Makes a former primary the standby of the new one without copying it anew: pg_rewind takes back what it wrote and the
# new primary never had. Run it on its machine, as the user its Postgres runs as, while Postgres is stopped there; then
# start Postgres, and run await-standby.sh.
#   PGHOST=db2 PGUSER=postgres PGPASSFILE=~/.pgpass STANDBY_NAME=db1 \
#     deploy/failover/rejoin-primary.sh /var/lib/postgresql/15/main [--config-file=/etc/postgresql/15/main/postgresql.conf]
# PGHOST and PGPORT are the new primary's. It needs wal_log_hints = on (or data checksums), set before the fail-over, and
# Debian's packages need the config file named. If it fails, use follow-primary.sh with an empty directory.
set -eu
: "${PGHOST:?set PGHOST to the new primary}"
target=$1
shift
name=${STANDBY_NAME:?set STANDBY_NAME to a name of this standby: letters, digits and underscores}

# The slot keeps the log on the primary from here on. Until its first checkpoint, a server that was just promoted names its
# former timeline in its control file, and before version 16 pg_rewind believes that.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set name="$name" --dbname postgres >/dev/null <<'SQL'
select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = :'name' and not active;
select pg_create_physical_replication_slot(:'name', true);
checkpoint;
SQL
pg_rewind --target-pgdata "$target" --write-recovery-conf "$@" \
  --source-server "host=$PGHOST port=${PGPORT:-5432} user=${PGUSER:-$(id -un)} dbname=postgres application_name=$name"
# Slots of its own standbys, from when it was the primary, would keep its log for ever.
rm -rf "$target"/pg_replslot/*
printf "primary_slot_name = '%s'\nwal_retrieve_retry_interval = '500ms'\n" "$name" >>"$target/postgresql.auto.conf"
echo "$target follows $PGHOST as $name once Postgres is started on it."
