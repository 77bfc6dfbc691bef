#!/bin/sh
# Creates a data directory that Postgres recovers to a given moment when it is started, from the newest base backup before
# that moment and the archived logs up to it. Nothing that is running is touched: start Postgres on the new directory and
# check it before you switch.
#   BACKUP_DIR=/backup deploy/backup/restore.sh /var/lib/postgresql/restored '2026-11-22 14:05:00+00'
# Without a moment: up to the end of the archive.
set -eu
# Names of backups are compared as bytes.
export LC_ALL=C
target=$1
moment=${2:-}
: "${BACKUP_DIR:?set BACKUP_DIR to where backups are kept}"
if [ -e "$target" ] && [ -n "$(ls -A "$target")" ]; then
  echo "$target is not empty: name a new directory." >&2
  exit 1
fi

if [ -n "$moment" ]; then
  limit=$(date -u -d "$moment" +%Y%m%dT%H%M%S.%6NZ)
else
  limit=99999999T999999Z
fi
base=''
# Files are only added: the newest ones have what was uploaded between the base backup and the moment.
files=''
for backup in $(ls -1 "$BACKUP_DIR/base" | sort); do
  if [ "$backup" = "$limit" ] || [ "$(printf '%s\n%s\n' "$backup" "$limit" | sort | head -n 1)" = "$backup" ]; then
    base=$backup
  fi
  [ ! -e "$BACKUP_DIR/base/$backup/files.tar" ] || files=$BACKUP_DIR/base/$backup/files.tar
done
if [ -z "$base" ]; then
  echo "No base backup is older than $moment." >&2
  exit 1
fi

mkdir -p "$target"
cp -a "$BACKUP_DIR/base/$base/." "$target"
rm -f "$target/files.tar"
chmod 700 "$target"
{
  echo "restore_command = 'cp \"$BACKUP_DIR/wal/%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  # The restored server needs an archive of its own: two servers must never write into one.
  echo "archive_mode = off"
  [ -z "$moment" ] || echo "recovery_target_time = '$moment'"
} >>"$target/postgresql.auto.conf"
touch "$target/recovery.signal"
echo "$target is base backup $base; start Postgres on it and it comes to ${moment:-the end of the archive}."
echo "Then, before API and workers start on it: npm run admin -- restored"
if [ -n "$files" ]; then
  echo "Files: tar -C \$DATA_DIR -xf $files"
else
  echo "Files: no base backup has any. If they are in no bucket, only the lost DATA_DIR has them." >&2
fi
