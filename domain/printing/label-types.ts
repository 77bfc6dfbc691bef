/** What labels are made of, and which printers take them. */
import { isPdf, isPng } from '../file-beginnings.ts';
import { pictureHeightMax, pictureWidthMax } from './png-graphic.ts';

/** What a printer takes. */
export const printerLanguages = ['zpl', 'pdf', 'png'] as const;
export type PrinterLanguage = (typeof printerLanguages)[number];

export const fileTypes = ['application/pdf', 'image/png'] as const;
export type LabelFileType = (typeof fileTypes)[number];
export const labelTypes = ['application/zpl', ...fileTypes] as const;
export type LabelType = (typeof labelTypes)[number];

/** Any of these will do: a picture is printed as it is, or drawn in ZPL. */
export const takenBy: Record<LabelType, readonly PrinterLanguage[]> = {
  'application/zpl': ['zpl'],
  'application/pdf': ['pdf'],
  'image/png': ['png', 'zpl'],
};

export function fits(type: LabelType, takes: readonly string[]): boolean {
  return takenBy[type].some((language) => takes.includes(language));
}

const typeWords: Record<LabelType, string> = {
  'application/zpl': 'ZPL',
  'application/pdf': 'a PDF',
  'image/png': 'a PNG picture',
};

/** Why a printer does not get the label. */
export function notTaken(printer: string, type: LabelType, takes: readonly string[]): string {
  const languages = takes.map((language) => language.toUpperCase()).join(' and ');
  return `${printer} takes ${languages}, and the label is ${typeWords[type]}. Choose another printer, or say on its hub's page that it takes that.`;
}

/** Whether the bytes begin as such a file does; a picture must be no larger than a label printer could draw. */
export function beginsAs(type: LabelFileType, bytes: Buffer): boolean {
  if (type === 'application/pdf') return isPdf(bytes);
  if (bytes.length < 24 || !isPng(bytes)) return false;
  return bytes.readUInt32BE(16) <= pictureWidthMax && bytes.readUInt32BE(20) <= pictureHeightMax;
}
