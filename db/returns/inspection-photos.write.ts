/** Writes the photos of an inspection; their bytes are in the file store. */
import { newId } from '../../domain/new-id.ts';
import {
  photosOfInspectionMax,
  tooManyPhotos,
  type PhotoType,
} from '../../domain/returns/inspection-photos.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface NewPhotos {
  inspection_id: string;
  merchant_id: string;
  uploaded_by: string;
  photos: readonly { filename: string; content_type: PhotoType; size_bytes: number; sha256: string }[];
}

/** The line of an inspection of this return; undefined when it is of another. */
export async function lineOfInspection(
  tx: TenantTransaction,
  returnId: string,
  inspectionId: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select l.id from inspections i
          join return_lines l on l.organization_id = i.organization_id and l.id = i.return_line_id
         where i.organization_id = ${tx.organizationId} and i.id = ${inspectionId} and l.return_id = ${returnId}`,
  );
  return found?.id;
}

/**
 * Adds photos to an inspection of a locked return; the same bytes twice are one photo. Returns their ids in the order
 * given. Refuses 409 TOO_MANY_PHOTOS.
 */
export async function insertPhotos(
  tx: TenantTransaction,
  { inspection_id, merchant_id, uploaded_by, photos }: NewPhotos,
): Promise<{ ids: string[]; added: number }> {
  const once = [...new Map(photos.map((photo) => [photo.sha256, photo])).values()];
  const added = await execute(
    tx,
    sql`insert into inspection_photos ${values(
      once.map((photo) => ({
        ...photo,
        organization_id: tx.organizationId,
        id: newId(),
        inspection_id,
        merchant_id,
        uploaded_by,
      })),
    )} on conflict (organization_id, inspection_id, sha256) do nothing`,
  );
  const kept = await rows<{ id: string; sha256: string }>(
    tx,
    sql`select id, sha256 from inspection_photos
         where organization_id = ${tx.organizationId} and inspection_id = ${inspection_id}`,
  );
  if (kept.length > photosOfInspectionMax) throw tooManyPhotos(kept.length - added);
  const ids = new Map(kept.map(({ id, sha256 }) => [sha256, id]));
  return { ids: photos.map(({ sha256 }) => ids.get(sha256)!), added };
}
