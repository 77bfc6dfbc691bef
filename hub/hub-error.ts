/** Every code a request to the hub can fail with; the contract leaves the set open, so this is the list. */
export type HubErrorCode =
  | 'BAD_REQUEST'
  | 'UNKNOWN_ACTION'
  | 'INVALID_PARAMS'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN_ORIGIN'
  | 'RATE_LIMITED'
  | 'PAYLOAD_TOO_LARGE'
  | 'PAIRING_CODE_INVALID'
  | 'PAIRING_CODE_EXPIRED'
  | 'PAIRING_LOCKED'
  | 'DEVICE_NOT_FOUND'
  | 'DEVICE_OFFLINE'
  | 'DEVICE_BUSY'
  | 'PRINTER_NOT_READY'
  | 'STATUS_TIMEOUT'
  | 'LABEL_NOT_TAKEN'
  | 'ZPL_INVALID'
  | 'ZPL_FORBIDDEN'
  | 'CLOUD_UNREACHABLE'
  | 'CLOUD_REJECTED'
  | 'CLOUD_ALREADY_BOUND'
  | 'JOURNAL_ERROR'
  | 'INTERNAL';

/** A request the hub refuses, with a sentence for people. */
export class HubError extends Error {
  readonly code: HubErrorCode;

  constructor(code: HubErrorCode, message: string) {
    super(message);
    this.name = 'HubError';
    this.code = code;
  }
}
