/** Where the bytes of files are kept that clients hand in; the database keeps what they are. */
import type { Readable } from 'node:stream';
import { Refusal } from '../../domain/refusals.ts';

/** A file to keep, under a name that is made of its content: keeping it twice is keeping it once. */
export interface KeptFile {
  /** `<organization>/<kind>/<sha256>`. */
  key: string;
  bytes: Buffer;
  content_type: string;
}

export interface FileStore {
  /** Safe once this is done. Refuses 503 UNAVAILABLE when it cannot be kept now. */
  put(file: KeptFile): Promise<void>;
  /** The bytes. Refuses 404 NOT_FOUND for a name it does not hold. */
  get(key: string): Promise<Readable>;
}

const keyPattern = /^[0-9a-f-]{36}\/[a-z_]{1,32}\/[0-9a-f]{64}$/;

/** The key, once it is plain that it names nothing outside the store. */
export function plainKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`${key} is no name of a kept file.`);
  return key;
}

/** Of a process that was given no place for files. */
export const noFiles: FileStore = {
  put: () => Promise.reject(new Refusal('UNAVAILABLE', 'This process has no place to keep files.')),
  get: () => Promise.reject(new Refusal('UNAVAILABLE', 'This process has no place to keep files.')),
};
