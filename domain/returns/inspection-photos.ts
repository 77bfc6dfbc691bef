/** What may be kept as a photo of an inspection: pictures, judged by their bytes. */
export const photoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];

/** The limits on bytes per photo, photos per upload and photos of one inspection. */
export const photoBytesMax = 10 * 1024 * 1024;
export const photosMax = 10;
export const photosOfInspectionMax = 40;
