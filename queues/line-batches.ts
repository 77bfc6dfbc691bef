/** Lines that accompany a command's input but are far too many for its row: an import's file. */
import type { LineSlice } from '../domain/imports/line-slices.ts';

export interface LineBatches {
  /** How many lines there are in all. */
  readonly count: number;
  /** How many of them could not be read. */
  readonly bad: number;
  /**
   * The lines in order, in slices that are processed one by one. Starts from the beginning on each call, since a
   * transaction may be run again.
   */
  slices(): AsyncIterable<LineSlice>;
}
