/** What a printer reported about itself; `null` means it did not say, which is never the same as `false`. */
export interface PrinterState {
  out_of_paper: boolean | null;
  out_of_ribbon: boolean | null;
  cover_open: boolean | null;
  paused: boolean | null;
  other_error: boolean | null;
  /** Nothing received is still unprinted: no format in the buffer, none partly received, no label of a batch left. */
  idle: boolean | null;
}

export const unknownState: PrinterState = {
  out_of_paper: null,
  out_of_ribbon: null,
  cover_open: null,
  paused: null,
  other_error: null,
  idle: null,
};

/**
 * Reads the answer to `~HQES`: a flag and two groups of eight hex digits; bits 1 media, 2 ribbon, 4 head open,
 * 0x10000 paused. Returns `null` for anything else.
 */
export function parseErrorStatus(reply: string): Partial<PrinterState> | null {
  const line = /ERRORS:\s+([01])\s+([0-9A-F]{8})\s+([0-9A-F]{8})/i.exec(reply);
  if (!line) return null;
  const high = Number.parseInt(line[2] ?? '0', 16);
  const low = line[1] === '0' ? 0 : Number.parseInt(line[3] ?? '0', 16);
  const known = 0x10007;
  return {
    out_of_paper: (low & 1) !== 0,
    out_of_ribbon: (low & 2) !== 0,
    cover_open: (low & 4) !== 0,
    paused: (low & 0x10000) !== 0,
    other_error: line[1] === '1' && (high !== 0 || (low & ~known) !== 0),
  };
}

/** The texts between STX and ETX. */
function framed(reply: string): string[] {
  const pieces = reply.split('\x02').slice(1);
  return pieces
    .filter((piece) => piece.includes('\x03'))
    .map((piece) => piece.slice(0, piece.indexOf('\x03')));
}

/** Reads the three lines that answer `~HS`. Returns `null` until all three are there. */
export function parseHostStatus(reply: string): Partial<PrinterState> | null {
  const lines = framed(reply).map((line) => line.split(','));
  const at = lines.findIndex((line) => line.length === 12);
  const first = lines[at];
  const second = lines[at + 1];
  if (!first || !second || second.length < 11 || !lines[at + 2]) return null;
  const buffered = Number(first[4]) > 0 || first[7] === '1' || Number(second[8]) > 0;
  return {
    out_of_paper: first[1] === '1',
    paused: first[2] === '1',
    cover_open: second[2] === '1',
    out_of_ribbon: second[3] === '1',
    other_error: first[9] === '1' || first[10] === '1' || first[11] === '1',
    idle: !buffered,
  };
}

/** Whether the printer can print now: `false` as soon as anything is wrong, `null` while it has not reported. */
export function isReady(state: PrinterState): boolean | null {
  if (troubleOf(state)) return false;
  return state.out_of_paper === null ? null : true;
}

/** The first problem, in words for people, or `null`. */
export function troubleOf(state: PrinterState): string | null {
  if (state.cover_open) return 'the cover is open';
  if (state.out_of_paper) return 'out of paper';
  if (state.out_of_ribbon) return 'out of ribbon';
  if (state.paused) return 'paused';
  return state.other_error ? 'the printer reports an error' : null;
}
