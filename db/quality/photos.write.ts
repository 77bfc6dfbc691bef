/** Writes the photos of inspections, of returned units and of received goods; their bytes are in the file store. */
import { newId } from '../../domain/new-id.ts';
import {
  photosOfInspectionMax,
  tooManyPhotos,
  type PhotoType,
} from '../../domain/quality/inspection-photos.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { name, sql, values } from '../sql-text.ts';
import { nameFiles } from '../tenancy/stored-files.write.ts';

export interface NewPhotos {
  inspection_id: string;
  merchant_id: string;
  uploaded_by: string;
  photos: readonly { filename: string; content_type: PhotoType; size_bytes: number; sha256: string }[];
}

/**
 * Adds photos to an inspection; the same bytes twice are one photo. Returns their ids in the order given. Refuses 409
 * TOO_MANY_PHOTOS. The caller holds the inspection, or its return, locked.
 */
export async function insertPhotos(
  tx: TenantTransaction,
  table: 'inspection_photos' | 'goods_inspection_photos',
  { inspection_id, merchant_id, uploaded_by, photos }: NewPhotos,
): Promise<{ ids: string[]; added: number }> {
  const once = [...new Map(photos.map((photo) => [photo.sha256, photo])).values()];
  await nameFiles(
    tx,
    once.map(({ sha256, size_bytes }) => ({ kind: 'photos', sha256, size_bytes })),
  );
  const added = await execute(
    tx,
    sql`insert into ${name(table)} ${values(
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
    sql`select id, sha256 from ${name(table)}
         where organization_id = ${tx.organizationId} and inspection_id = ${inspection_id}`,
  );
  if (kept.length > photosOfInspectionMax) throw tooManyPhotos(kept.length - added);
  const ids = new Map(kept.map(({ id, sha256 }) => [sha256, id]));
  return { ids: photos.map(({ sha256 }) => ids.get(sha256)!), added };
}
