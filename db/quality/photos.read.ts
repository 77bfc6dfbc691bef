/** Reads the photos of inspections of received goods; their bytes are in the file store. */
import type { PhotoType } from '../../domain/quality/inspection-photos.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface PhotoRow {
  id: string;
  filename: string;
  content_type: PhotoType;
  size_bytes: number;
  sha256: string;
  uploaded_by: string;
  uploaded_at: Date;
}

/** Of a photo `p`. */
export const photoColumns = sql`p.id, p.filename, p.content_type, p.size_bytes, p.sha256, p.uploaded_by, p.uploaded_at`;

/** Those of an inspection, the oldest first. */
export function photosOfInspection(tx: TenantTransaction, inspectionId: string): Promise<PhotoRow[]> {
  return rows<PhotoRow>(
    tx,
    sql`select ${photoColumns} from goods_inspection_photos p
         where p.organization_id = ${tx.organizationId} and p.inspection_id = ${inspectionId}
         order by p.uploaded_at, p.id`,
  );
}

export function findGoodsPhoto(
  tx: TenantTransaction,
  inspectionId: string,
  id: string,
): Promise<PhotoRow | undefined> {
  return row<PhotoRow>(
    tx,
    sql`select ${photoColumns} from goods_inspection_photos p
         where p.organization_id = ${tx.organizationId} and p.inspection_id = ${inspectionId} and p.id = ${id}`,
  );
}
