/** Adds photos to an inspection of received goods, also once it is decided: they are what was seen then. */
import { lockInspection } from '../../db/quality/goods-inspections.write.ts';
import { insertPhotos } from '../../db/quality/photos.write.ts';
import { inspectionEvent } from '../../domain/quality/events.ts';
import type { qualityCommands } from '../../queues/quality/quality.ts';
import type { Handler } from '../engine/handler.ts';

export const addGoodsPhotos: Handler<typeof qualityCommands.addGoodsPhotos> = async (
  { tx, actor, emit },
  { inspection_id: id, photos },
) => {
  const found = await lockInspection(tx, id);
  const { ids, added } = await insertPhotos(tx, 'goods_inspection_photos', {
    inspection_id: found.id,
    merchant_id: found.merchant_id,
    uploaded_by: actor.name,
    photos,
  });
  if (added > 0)
    emit(
      inspectionEvent(found, 'photographed', {
        status: found.status,
        previous_status: found.status,
        photo_ids: [...new Set(ids)],
      }),
    );
  return { id: found.id, photo_ids: ids };
};
