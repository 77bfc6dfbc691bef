/** Messages between the API and the thread that parses imports. */
import type { RefusalCode, RefusalDetails } from '../../../domain/refusal.ts';
import type { LineSlice } from '../../../domain/imports/line-slices.ts';
import type { ImportKind } from '../../../domain/imports/import-kinds.ts';
import type { SentImport } from './read-import.ts';

/** Parse this body; send the slice at this place; or forget everything, which gets no answer. */
export type Order = Taking | { at: number } | { forget: true };

export interface Taking {
  kind: ImportKind;
  sent: SentImport;
  /** The code of the merchant that a line without one is for. */
  usualMerchant: string | undefined;
}

export type Answer =
  /** The body with a digest in place of its file, how many lines there are, and how many of them are bad. */
  | { taken: Record<string, unknown>; count: number; bad: number }
  | { refused: { code: RefusalCode; message: string; details: RefusalDetails | undefined } }
  /** Undefined past the last one. */
  | { slice: LineSlice | undefined };
