/** What a carrier's webhook tells, and how it is signed. */
import { createHmac } from 'node:crypto';

export const secret = 'secret-of-the-carrier';

export const signed = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('base64');

let scans = 0;
export const scan = (label: any, kind: string, occurredAt: Date, more: object = {}) => ({
  id: `scan ${(scans += 1)}`,
  tracking_no: label.tracking_no,
  kind,
  occurred_at: occurredAt.toISOString(),
  place: 'Columbus, OH',
  says: 'As the carrier says it.',
  ...more,
});
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
