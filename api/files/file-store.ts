/** Where the bytes of uploaded files are kept; the database records what they are. */
import type { Readable } from 'node:stream';
import { Refusal } from '../../domain/refusal.ts';
import type { ListedFile } from '../../domain/tenancy/stored-files.ts';

/** A file to store, under a name derived from its content, so storing it twice stores it once. */
export interface KeptFile {
  /** `<organization>/<kind>/<sha256>`. */
  key: string;
  bytes: Buffer;
  content_type: string;
}

export interface FileStore {
  /** The file is safe once this resolves. Refuses 503 UNAVAILABLE if it cannot be stored now. */
  put(file: KeptFile): Promise<void>;
  /** The same, unless there is a file of this name, which stays: of two at once the bytes of one, whole. */
  putFirst(file: KeptFile): Promise<void>;
  /** The bytes. Refuses 404 NOT_FOUND for a name it does not hold. */
  get(key: string): Promise<Readable>;
  /** The file is gone once this resolves, or was not there. */
  remove(key: string): Promise<void>;
  /** Removes what writes that were killed before the moment left of an organization's files. */
  removeDrafts(organizationId: string, before: Date): Promise<void>;
  /** Throws when nothing can be stored on this machine's disk now. A bucket is asked by those who need it. */
  assertTaking(): Promise<void>;
  /** Up to a thousand of an organization's files in the order of their names, those behind one. */
  page(organizationId: string, after: string | null): Promise<ListedFile[]>;
  /** The names of all of an organization's files. */
  list(organizationId: string): AsyncIterable<string>;
}

const keyPattern = /^[0-9a-f-]{36}\/[a-z_]{1,32}\/[0-9a-f]{64}$/;

/** The key, after checking that it cannot name anything outside the store. */
export function plainKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`${key} is not the name of a stored file.`);
  return key;
}

/** Whether a name found in the store is that of a file, rather than of a draft that a crash left behind. */
export function isKey(name: string): boolean {
  return keyPattern.test(name);
}

/** How many files a page has. */
export const pageMax = 1_000;

export function away(reason: string): Refusal {
  return new Refusal('UNAVAILABLE', `The file store cannot be used now: ${reason}.`);
}

const noPlace = (): Promise<never> =>
  Promise.reject(new Refusal('UNAVAILABLE', 'This process has no place to store files.'));

/** For a process that was given no place for files. */
export const noFiles: FileStore = {
  put: noPlace,
  putFirst: noPlace,
  get: noPlace,
  remove: noPlace,
  removeDrafts: noPlace,
  assertTaking: () => Promise.resolve(),
  page: noPlace,
  list: () => {
    throw new Refusal('UNAVAILABLE', 'This process has no place to store files.');
  },
};
