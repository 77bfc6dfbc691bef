/** Photos of an inspection whose bytes are in the file store. */
import { photoBytesMax, photosMax, photoTypes } from '../../domain/quality/inspection-photos.ts';
import * as s from '../schema.ts';

export const keptPhotos = () =>
  s.list(
    s.object({
      filename: s.text(200),
      content_type: s.choice(...photoTypes),
      size_bytes: s.integer({ min: 1, max: photoBytesMax }),
      sha256: s.text(64),
    }),
    { min: 1, max: photosMax },
  );
