/** Lines that accompany a command's input but are far too many for its row: an import's file. */
export interface LineBatches {
  /** How many lines there are in all. */
  readonly count: number;
  /**
   * JSON arrays as text, a few hundred lines each, in order. Starts from the beginning on each call, since a
   * transaction may be run again.
   */
  texts(): AsyncIterable<string>;
}
