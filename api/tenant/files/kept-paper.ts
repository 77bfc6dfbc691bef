/**
 * Papers that were sent stay what they were: the bytes are kept when a paper is first asked for, and are what everybody
 * gets from then on, whatever changes later, this program included. Of two who ask first together, be it two versions of this
 * program, the store keeps the bytes of one, and both get those.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../../../domain/refusal.ts';
import type { FileStore } from '../../files/file-store.ts';

/** Draws the paper unless it was drawn before. `subject` is what it is the paper of. */
export async function keptPaper(
  files: FileStore,
  organizationId: string,
  subject: string,
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  const key = `${organizationId}/paper/${createHash('sha256').update(subject).digest('hex')}`;
  const kept = await readFile(files, key).catch((fault: unknown) => {
    if (fault instanceof Refusal && fault.code === 'NOT_FOUND') return undefined;
    throw fault;
  });
  if (kept) return kept;
  await files.putFirst({ key, bytes: await draw(), content_type: 'application/pdf' });
  return readFile(files, key);
}

/** A whole file of the store. Refuses 404 NOT_FOUND. */
export async function readFile(files: FileStore, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files.get(key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
