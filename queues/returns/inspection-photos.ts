/** Photos of what an inspection found. */
import { photoBytesMax, photosMax, photoTypes } from '../../domain/returns/inspection-photos.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

export const inspectionPhotoCommands = {
  addInspectionPhotos: defineCommand({
    name: 'wms.add_inspection_photos',
    runs: 'inline',
    summary:
      'Adds photos to an inspection of returned units; none is ever changed. The bytes are already in the file store.',
    input: s.object({
      return_id: s.uuid(),
      inspection_id: s.uuid(),
      photos: s.list(
        s.object({
          filename: s.text(200),
          content_type: s.choice(...photoTypes),
          size_bytes: s.integer({ min: 1, max: photoBytesMax }),
          sha256: s.text(64),
        }),
        { min: 1, max: photosMax },
      ),
    }),
    result: s.object({ id: s.uuid(), photo_ids: s.listOf(s.uuid()) }),
  }),
};
