export type TransportErrorCode = 'CONNECT_FAILED' | 'WRITE_FAILED' | 'WRITE_STALLED';

/**
 * A failure of the connection to the printer. It always says how far the bytes got, because that decides about
 * reprinting.
 */
export class TransportError extends Error {
  readonly code: TransportErrorCode;
  readonly bytesAccepted: number;
  /** `false` only when it is certain that no byte left the hub. */
  readonly mayHavePrinted: boolean;

  constructor(code: TransportErrorCode, message: string, bytesAccepted: number, mayHavePrinted: boolean) {
    super(message);
    this.name = 'TransportError';
    this.code = code;
    this.bytesAccepted = bytesAccepted;
    this.mayHavePrinted = mayHavePrinted;
  }
}

/** How long a link waits, in milliseconds. */
export interface LinkLimits {
  connectMs: number;
  /** No byte accepted for this long while writing: WRITE_STALLED. Long, because the paper may be being changed. */
  stallMs: number;
}

/**
 * One open connection to one printer, the same for network, serial and USB. Each kind has an open function that
 * resolves with a Link or rejects with `CONNECT_FAILED`. After a rejected `write`, a link can only be closed.
 */
export interface Link {
  /**
   * Bytes accepted by the operating system. This does not prove printing: a printer that never reads lets 2 MB through.
   */
  readonly bytesAccepted: number;
  /** `false` once it is known that nothing more can be sent or received. */
  readonly isAlive: boolean;
  /** It stays open while the printer is switched off and on again, so that only silence tells. */
  readonly outlivesPrinter: boolean;
  /** Sends all bytes or rejects with a TransportError; `onProgress` gets the running total. */
  write(data: Buffer, onProgress?: (bytesAccepted: number) => void): Promise<void>;
  /** Sends a status command and returns what came back once `isWhole`, or `null` after `waitMs` of silence. */
  query(command: string, isWhole: (reply: string) => boolean, waitMs: number): Promise<string | null>;
  /** Ends the stream; `true` if the other side took everything that was written and ended cleanly. */
  finish(waitMs: number): Promise<boolean>;
  /** Releases the device. Never rejects, may be called twice. */
  close(): Promise<void>;
}

/** A connect failure: certain that nothing was printed. */
export function connectFailed(address: string, cause: unknown): TransportError {
  return new TransportError('CONNECT_FAILED', `Cannot open ${address}: ${reasonOf(cause)}`, 0, false);
}

/** The short reason of a system error, such as ECONNREFUSED. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return (cause as NodeJS.ErrnoException).code ?? cause.message;
}
