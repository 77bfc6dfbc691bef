/** What each kind of import says of itself: what it does to many lines at once. */
import type { TenantTransaction } from '../../db/database.ts';
import type { ImportLine, ImportRow } from '../../db/imports/imports.write.ts';
import type { Refusal } from '../../domain/refusals.ts';
import type { Work } from '../handler.ts';

/** A good line, with its place in its chunk: what its command posts for it is numbered so. */
export interface GroupLine {
  place: number;
  lineNo: number;
  fields: ImportLine['fields'];
}

export type LineResult = 'created' | 'updated' | Refusal;

/** What is to be done to many lines, looked up and held against every rule that is known without writing. */
export interface ImportPlan {
  /** One for each line, in their order. */
  results: LineResult[];
  /** What the database may still refuse: a check writes it as well, and undoes it. */
  refusable?: (() => Promise<void>) | undefined;
  /** What nothing refuses once that is written: a check leaves it out. */
  sure: () => Promise<void>;
}

export type Importer = (
  tx: TenantTransaction,
  work: Work,
  record: ImportRow,
  lines: readonly GroupLine[],
) => Promise<ImportPlan>;

/** Thrown by an importer whose lines do not go together: two of one record, of which the second is to find the first. */
export class NotTogether extends Error {}
