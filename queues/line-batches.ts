/** Lines that come beside a command's input, far too many for its row: an import's file. */
export interface LineBatches {
  /** How many there are in all. */
  readonly count: number;
  /** JSON texts of lists, a few hundred lines each, in their order; from the beginning each time, since a transaction may be run again. */
  texts(): AsyncIterable<string>;
}
