/**
 * What no recorded run has shown, by name: an entry goes as soon as `npm run examples` records it. The logo's request is a
 * picture in base64, which an example would cut to what is no picture.
 */
export const unrecorded: readonly string[] = ['PUT /api/tenancy/paper/logo: request'];
