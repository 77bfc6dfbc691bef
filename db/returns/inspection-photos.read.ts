/** Reads the photos of inspections; their bytes are in the file store. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { photoColumns, type PhotoRow } from '../quality/photos.read.ts';
import { sql } from '../sql-text.ts';

const ofReturn = (tx: TenantTransaction, returnId: string) => sql`inspection_photos p
  join inspections i on i.organization_id = p.organization_id and i.id = p.inspection_id
  join return_lines l on l.organization_id = i.organization_id and l.id = i.return_line_id
 where p.organization_id = ${tx.organizationId} and l.return_id = ${returnId}`;

/** Those of all inspections of a return, the oldest first. */
export function photosOfReturn(
  tx: TenantTransaction,
  returnId: string,
): Promise<(PhotoRow & { inspection_id: string })[]> {
  return rows(
    tx,
    sql`select p.inspection_id, ${photoColumns} from ${ofReturn(tx, returnId)} order by p.uploaded_at, p.id`,
  );
}

export function findPhoto(
  tx: TenantTransaction,
  returnId: string,
  id: string,
): Promise<PhotoRow | undefined> {
  return row<PhotoRow>(tx, sql`select ${photoColumns} from ${ofReturn(tx, returnId)} and p.id = ${id}`);
}
