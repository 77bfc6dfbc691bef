#!/bin/sh
# Makes the primary wait for the standby on every commit: from then on nothing is reported as successful that is not on
# both disks. Run it once the standby is following. It returns when the standby is in sync, and fails after a minute if not.
#   PGHOST=db1 PGUSER=postgres PGPASSFILE=~/.pgpass STANDBY_NAME=db2 deploy/failover/await-standby.sh
# PGHOST and PGPORT are the primary's. While the standby is down, commits wait for it. To continue without it:
#   psql -c "alter system reset synchronous_standby_names" -c "select pg_reload_conf()"
set -eu
name=${STANDBY_NAME:?set STANDBY_NAME to the name the standby was made with}
ask() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --set name="$name" --dbname postgres
}
standby_is() {
  state=$(echo "select state || ' ' || sync_state from pg_stat_replication where application_name = :'name'" | ask)
  case $state in $1) return 0 ;; esac
  return 1
}
wait_until() {
  tries=0
  until standby_is "$1"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 120 ]; then
      echo "The standby $name does not follow (${state:-it is not connected})." >&2
      exit 1
    fi
    sleep 0.5
  done
}

# With a standby that is not following yet, the primary would stop committing.
wait_until 'streaming *'
ask <<'SQL' >/dev/null
select format('alter system set synchronous_standby_names = %L', format('FIRST 1 (%I)', :'name')) \gexec
select pg_reload_conf();
SQL
wait_until 'streaming sync'
echo "Every commit waits for $name."
