/** Photos of inspections. The bytes are checked for their type, hashed and stored before the inspection refers to them. */
import { findPhoto } from '../../../db/returns/inspection-photos.read.ts';
import { findReturn } from '../../../db/returns/returns.read.ts';
import {
  assertRoomForPhotos,
  photoTypes,
  type PhotoType,
} from '../../../domain/quality/inspection-photos.ts';
import { inspectionPhotoCommands } from '../../../queues/returns/inspection-photos.ts';
import * as s from '../../../queues/schema.ts';
import { keepUpload, takeUpload, uploadKey } from '../../files/take-upload.ts';
import { photosBody, uploadBytesMax } from '../../files/uploads.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing, oneOf } from '../../http/reads.ts';
import { returnView, showReturn } from './return-view.ts';

const path = '/api/oms/returns/{id}';

async function photosInput(call: Call, { photos: given }: s.Infer<typeof photosBody>) {
  const { id, inspection_id } = call.params as { id: string; inspection_id: string };
  // Nothing is stored for an inspection that does not exist, that this token does not see, or that has no room.
  const { inspections } = existing('return', await findReturn(call.tx, id));
  const { photos } = existing(
    'inspection',
    inspections.find((one) => one.id === inspection_id),
  );
  assertRoomForPhotos(
    photos,
    given.map(({ content }) => content),
  );
  return { return_id: id, inspection_id, photos: keepUpload<PhotoType>(call, 'photos', given) };
}

export const inspectionPhotoEndpoints: readonly Endpoint[] = [
  command({
    path: `${path}/inspections/{inspection_id}/photos`,
    summary: 'Add photos to an inspection',
    description:
      'As JSON with the bytes in base64, or as a form with one part photos per file. At most 40 of one inspection (409 TOO_MANY_PHOTOS); the same bytes are kept once.',
    permission: 'wms.returns.inspect',
    command: inspectionPhotoCommands.addInspectionPhotos,
    body: photosBody,
    takeBody: (sent) => takeUpload('photos', sent),
    input: photosInput,
    formFiles: ['photos'],
    bodyBytesMax: uploadBytesMax,
    respondWith: oneOf('return', findReturn, showReturn),
    returns: returnView,
    status: 201,
  }),
  query({
    path: `${path}/photos/{photo_id}`,
    summary: 'A photo of an inspection',
    permission: 'oms.returns.view',
    files: [...photoTypes],
    isFileAlone: true,
    returns: s.object({ id: s.uuid(), content_type: s.choice(...photoTypes) }),
    run: async ({ tx, params, organizationId, files }) => {
      const { id, photo_id: photoId } = params as { id: string; photo_id: string };
      const { sha256, content_type, filename } = existing('photo', await findPhoto(tx, id, photoId));
      const key = uploadKey(organizationId, 'photos', sha256);
      return async () => ({ file: await files.get(key), content_type, filename });
    },
  }),
];
