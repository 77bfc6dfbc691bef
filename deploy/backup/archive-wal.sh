#!/bin/sh
# Postgres' archive_command: keeps one finished log segment, so that any moment since the oldest base backup can be restored.
#   archive_mode = on
#   archive_command = 'BACKUP_DIR=/backup /app/deploy/backup/archive-wal.sh "%p" "%f"'
# Exits 0 only once the segment is on disk under its name. If that name already holds other bytes, it fails loudly.
set -eu
segment=$1
name=$2
wal=${BACKUP_DIR:?set BACKUP_DIR to where backups are kept}/wal
mkdir -p "$wal"
if [ -e "$wal/$name" ]; then
  cmp -s "$segment" "$wal/$name" && exit 0
  echo "$wal/$name is there and holds something else: is BACKUP_DIR shared with another server?" >&2
  exit 1
fi
cp "$segment" "$wal/.$name.part"
sync "$wal/.$name.part"
mv "$wal/.$name.part" "$wal/$name"
sync "$wal"
