/** Lines that come beside a command's input, far too many for its row: an import's file. */
import type { LineSlice } from '../domain/imports/line-slices.ts';

export interface LineBatches {
  /** How many lines there are in all. */
  readonly count: number;
  /** How many of them could not be read. */
  readonly bad: number;
  /** The lines in their order, in slices that are worked on one by one; from the beginning each time, since a transaction may be run again. */
  slices(): AsyncIterable<LineSlice>;
}
