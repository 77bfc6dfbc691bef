/** Operations no recorded run has shown, by name: an entry is removed as soon as `npm run examples` records it. */
export const unrecorded: readonly string[] = [
  'GET /api/exports/inspections: text/csv',
  'GET /api/exports/vendor-returns: text/csv',
  'GET /api/wms/inspections/{id}/photos/{photo_id}: image/png or image/jpeg or image/webp',
  'POST /api/oms/returns/{id}/carrier-label: answer',
  'POST /api/oms/returns/{id}/carrier-label: request',
  'POST /api/wms/inspections/{id}/photos: answer',
  'POST /api/wms/inspections/{id}/photos: request',
];
