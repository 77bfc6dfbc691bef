/** What may be uploaded as proof of delivery: documents and pictures, judged by their bytes. */
import { Refusal } from '../refusal.ts';
import type { TransportStatus } from './transport-states.ts';

export const podTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/tiff'] as const;
export type PodType = (typeof podTypes)[number];

/** The limits on bytes per file and files per upload. */
export const podBytesMax = 10 * 1024 * 1024;
export const podFilesMax = 10;

const nothingToProve: readonly TransportStatus[] = ['planned', 'cancelled'];

/** Refuses 409 CONFLICT for an order that nothing was delivered of. */
export function assertProvable(status: TransportStatus): void {
  if (!nothingToProve.includes(status)) return;
  throw new Refusal('CONFLICT', `A transport order that is ${status} has no delivery to prove.`, { status });
}
