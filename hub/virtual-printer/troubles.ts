/** Everything that can go wrong with it, each turned on and off by a person or a test. */
export interface Troubles {
  paper_out: boolean;
  ribbon_out: boolean;
  cover_open: boolean;
  paused: boolean;
  /** It stops reading, like a printer that hangs. */
  stalled: boolean;
  /** It never answers a status command, like cheap printers. */
  silent: boolean;
}
