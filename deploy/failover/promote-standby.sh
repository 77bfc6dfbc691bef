#!/bin/sh
# Promotes the standby to primary and points PgBouncer to it, for when the primary is lost. Make sure of that first and
# turn its machine off, so that clients blocked on it are released. (It could not report success to anybody in any case,
# because its commits wait for this standby.)
#   PGHOST=db2 PGUSER=postgres PGPASSFILE=~/.pgpass \
#   BOUNCER="host=127.0.0.1 port=6432 user=pgbouncer_admin" PRIMARY_FILE=/etc/pgbouncer/primary.ini \
#     deploy/failover/promote-standby.sh
# PGHOST and PGPORT are the standby's. PRIMARY_FILE is the file pgbouncer.ini includes (%include); it contains only the
# primary's address. With several PgBouncers, run the second half (from PRIMARY_FILE on) next to each of them.
set -eu
: "${PGHOST:?set PGHOST to the standby}"
: "${BOUNCER:?set BOUNCER to the connection of the administration of PgBouncer}"
: "${PRIMARY_FILE:?set PRIMARY_FILE to what pgbouncer.ini includes}"

# Its settings are a copy of the primary's, which waited for a standby: there is none now, and commits would stop.
# They are reloaded after the promotion, because a standby that reloads them now may take seconds.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname postgres >/dev/null <<'SQL'
alter system reset synchronous_standby_names;
select pg_promote(true, 60) as is_promoted \gset
\if :is_promoted
\else
  do $$ begin raise exception 'the standby was not promoted within a minute: see its log'; end $$;
\endif
select pg_reload_conf();
SQL

# RELOAD reads the file; RECONNECT drops the earlier server connections. Not KILL: in PgBouncer 1.18 a client that is
# just connecting may then end up in another user's session.
printf '[databases]\n* = host=%s port=%s\n' "$PGHOST" "${PGPORT:-5432}" >"$PRIMARY_FILE.part"
mv "$PRIMARY_FILE.part" "$PRIMARY_FILE"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname "$BOUNCER dbname=pgbouncer" \
  -c RELOAD -c RECONNECT >/dev/null
echo "$PGHOST is the primary. It has no standby: make one now (follow-primary.sh, await-standby.sh)."
