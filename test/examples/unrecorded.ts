/**
 * Operations no recorded run has shown, by name: an entry is removed as soon as `npm run examples` records it. The
 * logo's request is a picture in base64, which an example would truncate to something that is no picture.
 */
export const unrecorded: readonly string[] = [
  'PUT /api/tenancy/paper/logo: request',
  'GET /api/wms/count-plans: answer',
  'GET /api/wms/count-plans/{id}: answer',
];
