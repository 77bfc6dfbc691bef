#!/bin/sh
# Makes the standby the primary, and leads PgBouncer to it. For when the primary is lost: make sure first that it is, its
# machine off, so that what hangs on it hangs no longer. (It could answer nobody with success in any case: its commits
# wait for this standby.)
#   PGHOST=db2 PGUSER=postgres PGPASSFILE=~/.pgpass \
#   BOUNCER="host=127.0.0.1 port=6432 user=pgbouncer_admin" PRIMARY_FILE=/etc/pgbouncer/primary.ini \
#     deploy/failover/promote-standby.sh
# PGHOST and PGPORT are the standby's. PRIMARY_FILE is what pgbouncer.ini includes (%include), and holds nothing but where
# the primary is. With several PgBouncers, run the second half (from PRIMARY_FILE on) beside each.
set -eu
: "${PGHOST:?set PGHOST to the standby}"
: "${BOUNCER:?set BOUNCER to the connection of the administration of PgBouncer}"
: "${PRIMARY_FILE:?set PRIMARY_FILE to what pgbouncer.ini includes}"

# Its settings are a copy of the primary's, who waited for a standby: there is none now, and commits would stop.
# They are read again after the promotion: a standby that reads them now may think it over for seconds.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname postgres >/dev/null <<'SQL'
alter system reset synchronous_standby_names;
select pg_promote(true, 60) as is_promoted \gset
\if :is_promoted
\else
  do $$ begin raise exception 'the standby was not promoted within a minute: see its log'; end $$;
\endif
select pg_reload_conf();
SQL

# RELOAD reads the file; RECONNECT leaves what was connected before. Not KILL: in PgBouncer 1.18 a client that is just
# coming in may then find itself in the session of another user.
printf '[databases]\n* = host=%s port=%s\n' "$PGHOST" "${PGPORT:-5432}" >"$PRIMARY_FILE.part"
mv "$PRIMARY_FILE.part" "$PRIMARY_FILE"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname "$BOUNCER dbname=pgbouncer" \
  -c RELOAD -c RECONNECT >/dev/null
echo "$PGHOST is the primary. It has no standby: make one now (follow-primary.sh, await-standby.sh)."
