/** What may be uploaded as proof of delivery: documents and pictures, judged by their bytes. */
export const podTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/tiff'] as const;
export type PodType = (typeof podTypes)[number];

/** The limits on bytes per file and files per upload. */
export const podBytesMax = 10 * 1024 * 1024;
export const podFilesMax = 10;
