/** What is said between the API and the thread that takes imports apart. */
import type { RefusalCode, RefusalDetails } from '../../../domain/refusals.ts';
import type { ImportKind } from '../../../queues/imports/imports.ts';
import type { SentImport } from './read-import.ts';

/** Take this body apart; the text at this place; or forget it all, which is not answered. */
export type Order = { kind: ImportKind; sent: SentImport } | { at: number } | { forget: true };

export type Answer =
  /** The body without its file, of which the digest stays, and how many lines it has. */
  | { taken: Record<string, unknown>; count: number }
  | { refused: { code: RefusalCode; message: string; details: RefusalDetails | undefined } }
  /** Undefined past the last one. */
  | { text: string | undefined };
