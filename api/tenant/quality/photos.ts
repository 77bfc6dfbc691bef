/** Photos of inspections of received goods. The bytes are checked for their type, hashed and stored before they are referred to. */
import { findInspection } from '../../../db/quality/goods-inspections.read.ts';
import { findGoodsPhoto } from '../../../db/quality/photos.read.ts';
import {
  assertRoomForPhotos,
  photoTypes,
  type PhotoType,
} from '../../../domain/quality/inspection-photos.ts';
import { qualityCommands } from '../../../queues/quality/quality.ts';
import * as s from '../../../queues/schema.ts';
import { keepUpload, takeUpload, uploadKey } from '../../files/take-upload.ts';
import { photosBody, uploadBytesMax } from '../../files/uploads.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing, oneOf } from '../../http/reads.ts';
import { inspectionView, showInspection } from './inspection-view.ts';

const path = '/api/wms/inspections/{id}/photos';

async function photosInput(call: Call, { photos: given }: s.Infer<typeof photosBody>) {
  const { id } = call.params as { id: string };
  // Nothing is stored for an inspection that does not exist, that this token does not see, or that has no room.
  const { photos } = existing('inspection', await findInspection(call.tx, id));
  assertRoomForPhotos(
    photos,
    given.map(({ content }) => content),
  );
  return { inspection_id: id, photos: keepUpload<PhotoType>(call, 'photos', given) };
}

export const goodsPhotoEndpoints: readonly Endpoint[] = [
  command({
    path,
    summary: 'Add photos to an inspection of received goods',
    description:
      'As JSON with the bytes in base64, or as a form with one part photos per file. At most 40 of one inspection (409 TOO_MANY_PHOTOS); the same bytes are kept once. The result of a check of kind photo then names its photo by id.',
    permission: 'wms.inspections.work',
    command: qualityCommands.addGoodsPhotos,
    body: photosBody,
    takeBody: (sent) => takeUpload('photos', sent),
    input: photosInput,
    formFiles: ['photos'],
    bodyBytesMax: uploadBytesMax,
    respondWith: oneOf('inspection', findInspection, showInspection),
    returns: inspectionView,
    status: 201,
  }),
  query({
    path: `${path}/{photo_id}`,
    summary: 'A photo of an inspection of received goods',
    permission: 'wms.inspections.view',
    files: [...photoTypes],
    isFileAlone: true,
    returns: s.object({ id: s.uuid(), content_type: s.choice(...photoTypes) }),
    run: async ({ tx, params, organizationId, files }) => {
      const { id, photo_id: photoId } = params as { id: string; photo_id: string };
      const { sha256, content_type, filename } = existing('photo', await findGoodsPhoto(tx, id, photoId));
      const key = uploadKey(organizationId, 'photos', sha256);
      return async () => ({ file: await files.get(key), content_type, filename });
    },
  }),
];
