/** What each kind of import provides: how it handles many lines at once. */
import type { TenantTransaction } from '../../db/database.ts';
import type { ImportLine, ImportRow } from '../../db/imports/imports.write.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';

/** A good line, with its place in its chunk, which numbers what its command posts for it. */
export interface GroupLine {
  place: number;
  lineNo: number;
  fields: ImportLine['fields'];
}

export type LineResult = 'created' | 'updated' | Refusal;

/** The plan for many lines, looked up and checked against every rule that can be checked without writing. */
export interface ImportPlan {
  /** One per line, in order. */
  results: LineResult[];
  /** Writes what the database may still refuse; a check runs it too, and rolls it back. */
  refusable?: (() => Promise<void>) | undefined;
  /** Writes what nothing can refuse after that; a check leaves it out. */
  sure: () => Promise<void>;
}

export type Importer = (
  tx: TenantTransaction,
  work: Work,
  record: ImportRow,
  lines: readonly GroupLine[],
) => Promise<ImportPlan>;

/**
 * Thrown by an importer whose lines cannot go in one group: two for one record, where the second has to find the first.
 */
export class NotTogether extends Error {}
