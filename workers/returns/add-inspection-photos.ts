/** Adds photos to an inspection, also after its units were disposed of or paid back: they are what was seen then. */
import { insertPhotos } from '../../db/quality/photos.write.ts';
import { lineOfInspection } from '../../db/returns/inspection-photos.write.ts';
import { lockReturn } from '../../db/returns/returns.write.ts';
import { unknownReference } from '../../domain/refusal.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import type { inspectionPhotoCommands } from '../../queues/returns/inspection-photos.ts';
import type { Handler } from '../engine/handler.ts';

export const addInspectionPhotos: Handler<typeof inspectionPhotoCommands.addInspectionPhotos> = async (
  { tx, actor, emit },
  { return_id: returnId, inspection_id: inspectionId, photos },
) => {
  const found = await lockReturn(tx, returnId);
  const lineId = await lineOfInspection(tx, found.id, inspectionId);
  if (!lineId) throw unknownReference('inspection_id', 'inspection of this return');
  const { ids, added } = await insertPhotos(tx, 'inspection_photos', {
    inspection_id: inspectionId,
    merchant_id: found.merchant_id,
    uploaded_by: actor.name,
    photos,
  });
  if (added > 0)
    emit(
      returnEvent(found, 'photographed', {
        status: found.status,
        previous_status: found.status,
        return_line_id: lineId,
        inspection_id: inspectionId,
        photo_ids: [...new Set(ids)],
      }),
    );
  return { id: found.id, photo_ids: ids };
};
