#!/bin/sh
# A base backup of the running database, verified byte for byte, and the uploaded files. Run it daily.
#   BACKUP_DIR=/backup PGHOST=db PGUSER=backup PGPASSFILE=~/.pgpass DATA_DIR=/data deploy/backup/base-backup.sh
# The role needs REPLICATION and nothing else. KEEP (7) backups are kept; logs older than the oldest of them are deleted.
set -eu
: "${BACKUP_DIR:?set BACKUP_DIR to where backups are kept}"
keep=${KEEP:-7}
mkdir -p "$BACKUP_DIR/base" "$BACKUP_DIR/wal"
# What a killed run left. A younger one may be another machine's, still at work.
find "$BACKUP_DIR/base" -mindepth 1 -maxdepth 1 -name '.*part*' -mtime +0 -exec rm -rf {} +
part=$(mktemp -d "$BACKUP_DIR/base/.part.XXXXXX")
trap 'rm -rf "$part"' EXIT

pg_basebackup --pgdata "$part" --checkpoint fast --wal-method stream --no-password
# Named by its end, to the microsecond: a moment before that cannot be restored from it.
now=$(date -u +%Y%m%dT%H%M%S.%6NZ)
pg_verifybackup --quiet "$part"

# Proofs of delivery are in DATA_DIR unless there is a bucket (S3_URL), which keeps its own versions. Ending with 1 it met a
# file on its way in; one that a row names was whole before.
if [ -n "${DATA_DIR:-}" ] && [ -d "$DATA_DIR/files" ]; then
  tar -C "$DATA_DIR" -cf "$part/files.tar" files || [ $? -eq 1 ]
fi
mv "$part" "$BACKUP_DIR/base/$now"

# Deletes the oldest backups, and the logs that only they could use.
ls -1 "$BACKUP_DIR/base" | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
  rm -rf "${BACKUP_DIR:?}/base/$old"
done
oldest=$(ls -1 "$BACKUP_DIR/base" | sort | head -n 1)
first=$(sed -n 's/.*START WAL LOCATION.*file \([0-9A-F]*\).*/\1/p' "$BACKUP_DIR/base/$oldest/backup_label")
if [ -n "$first" ]; then
  for segment in "$BACKUP_DIR"/wal/[0-9A-F]*; do
    [ -e "$segment" ] || continue
    case $(basename "$segment") in
      *.history) ;;
      *) [ "$(basename "$segment" | cut -c 9-24)" \< "$(echo "$first" | cut -c 9-24)" ] && rm -f "$segment" ;;
    esac
  done
fi
echo "$BACKUP_DIR/base/$now"
