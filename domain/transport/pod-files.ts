/** What may be handed in as a proof of delivery: documents and pictures, by what their bytes say. */
export const podTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/tiff'] as const;
export type PodType = (typeof podTypes)[number];

/** Bytes of one file, and files of one upload. */
export const podBytesMax = 10 * 1024 * 1024;
export const podFilesMax = 10;

export function isPodType(type: string | undefined): type is PodType {
  return (podTypes as readonly (string | undefined)[]).includes(type);
}
