/** Photos of what an inspection found. */
import { defineCommand } from '../engine/define-command.ts';
import { keptPhotos } from '../quality/kept-photos.ts';
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
      photos: keptPhotos(),
    }),
    result: s.object({ id: s.uuid(), photo_ids: s.listOf(s.uuid()) }),
  }),
};
