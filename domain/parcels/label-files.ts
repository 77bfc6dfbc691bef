/** What a label comes as: ZPL, or a file that its carrier made of it. */
export const soldFormats = ['zpl', 'pdf', 'png', 'other'] as const;
export type SoldFormat = (typeof soldFormats)[number];

/** The types of files that are kept, and how each one's name ends. */
export const endings = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'application/octet-stream': 'bin',
} as const;
export type FileType = keyof typeof endings;

const pngBegins = '\u0089PNG\r\n\u001a\n';

export function fileTypeOf(bytes: Buffer): FileType {
  const begins = bytes.toString('latin1', 0, 8);
  if (begins.startsWith('%PDF-')) return 'application/pdf';
  return begins === pngBegins ? 'image/png' : 'application/octet-stream';
}
