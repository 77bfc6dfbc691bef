/** What a label comes as: ZPL, or a file that its carrier made of it. */
import { isPdf, isPng } from '../file-beginnings.ts';

export const soldFormats = ['zpl', 'pdf', 'png', 'other'] as const;
export type SoldFormat = (typeof soldFormats)[number];

/** The types of files that are kept, and how each one's name ends. */
export const endings = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'application/octet-stream': 'bin',
} as const;
export type FileType = keyof typeof endings;

export function fileTypeOf(bytes: Buffer): FileType {
  if (isPdf(bytes)) return 'application/pdf';
  return isPng(bytes) ? 'image/png' : 'application/octet-stream';
}
