/**
 * The messages hubs send, over the link and over HTTP alike. Unknown fields are dropped, so the protocol can grow. Text
 * that comes from a printer (names, errors) is flattened to one line rather than refused: refusing it every time would
 * only keep a result from ever arriving.
 */
import type Joi from 'joi';
import { devicesPerHubMax, heartbeatDevice, ledgerDevice } from '../../queues/printing/devices.ts';
import { labelMinutesMax } from '../../queues/printing/print-jobs.ts';
import { nameText } from '../../queues/name.ts';
import * as s from '../../queues/schema.ts';
import { Refusal } from '../../domain/refusal.ts';

const device = ledgerDevice();
const sighting = heartbeatDevice();
const offersMax = 100;
const deskJobsMax = 40;

export const enrollMessage = s.object({
  anon_key: s.text(200),
  organization_id: s.uuid(),
  warehouse_id: s.optional(s.nullable(s.uuid())),
  name: nameText(100),
  public_key: s.text(200),
  version: s.text(50),
  platform: s.text(50),
});
export const challengeMessage = s.object({ hub_id: s.uuid() });
export const tokenMessage = s.object({ hub_id: s.uuid(), challenge: s.text(512), signature: s.text(128) });
export const claimMessage = s.object({
  print_job_id: s.uuid(),
  claim_id: s.uuid(),
  device_id: s.optional(s.uuid()),
});
export const claimNextMessage = s.object({
  claim_id: s.uuid(),
  print_job_id: s.optional(s.nullable(s.uuid())),
  device_id: s.optional(s.nullable(s.uuid())),
  device_ids: s.optional(s.list(s.uuid(), { max: devicesPerHubMax })),
});
export const resultMessage = s.object({
  claim_id: s.uuid(),
  status: s.choice('done', 'failed'),
  error: s.optional(s.nullable(s.text(2000))),
  verified: s.optional(s.nullable(s.flag())),
  may_have_printed: s.optional(s.nullable(s.flag())),
});
export const linkResultMessage = s.object({ ...resultMessage.shape, print_job_id: s.uuid() });
export const helloMessage = s.object({
  protocol: s.integer({ min: 1, max: 1 }),
  version: s.text(50),
  platform: s.text(50),
});
/** Which of the jobs it printed the hub's page shows. */
export const deskMessage = s.object({ print_job_ids: s.list(s.uuid(), { max: deskJobsMax }) });
export const backlogMessage = s.object({
  device_id: s.uuid(),
  action: s.choice('print', 'cancel_old'),
  older_than_minutes: s.optional(s.integer({ min: 1, max: labelMinutesMax })),
});
export const readyMessage = s.object({
  device_ids: s.list(s.uuid(), { max: devicesPerHubMax }),
  capacity: s.integer({ min: 0, max: 1_000_000 }),
});

export type LedgerDevice = s.Infer<typeof device>;
export type Sighting = s.Infer<typeof sighting>;
export type ResultMessage = s.Infer<typeof resultMessage>;
export type BacklogMessage = s.Infer<typeof backlogMessage>;

type Message = Joi.AnySchema & { readonly shape: object };

const rules: Joi.ValidationOptions = { convert: false, errors: { wrap: { label: false } } };

/** The message, reduced to its known fields. Refuses 400 VALIDATION_FAILED. */
export function read<F extends Message>(schema: F, message: unknown): s.Infer<F> {
  const { value, error } = schema.validate(known(schema, message), rules);
  if (error) throw new Refusal('VALIDATION_FAILED', `${error.message}.`, { problem: error.message });
  return value as s.Infer<F>;
}

/** The readable devices of a list; one malformed printer must not hide the others. */
export function readDevices(value: unknown): LedgerDevice[] {
  return readEach(device, value);
}

export function readSightings(value: unknown): Sighting[] {
  return readEach(sighting, value);
}

/** How many offers we derive from a hub's capacity: it cannot make us send without limit. */
export function offersFor(capacity: number): number {
  return Math.min(capacity, offersMax);
}

function readEach<F extends Message>(schema: F, value: unknown): s.Infer<F>[] {
  if (!Array.isArray(value)) throw new Refusal('VALIDATION_FAILED', 'devices must be a list.');
  const byId = new Map<string, s.Infer<F>>();
  for (const entry of value.slice(0, devicesPerHubMax)) {
    const checked = schema.validate(known(schema, entry), rules);
    if (checked.error) continue;
    const sent = checked.value as { device_id: string };
    const deviceId = sent.device_id.toLowerCase();
    byId.set(deviceId, { ...sent, device_id: deviceId } as s.Infer<F>);
  }
  return [...byId.values()];
}

// Control characters, and halves of surrogate pairs, which Postgres cannot store.
const unprintable =
  /[\u0000-\u001F\u007F]+|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const lengths: Record<string, number> = { error: 2000, address: 300, name: 200, model: 200 };

/** The fields the schema knows, with their text on one line. */
function known({ shape }: Message, message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message;
  const fields = Object.entries(message).filter(([key]) => Object.hasOwn(shape, key));
  return Object.fromEntries(fields.map(([key, value]) => [key, flattened(key, value)]));
}

function flattened(key: string, value: unknown): unknown {
  const max = lengths[key];
  if (max === undefined || typeof value !== 'string') return value;
  const line = value
    .replaceAll(unprintable, ' ')
    .trim()
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '');
  if (line !== '') return line;
  return key === 'name' || key === 'address' ? '-' : null;
}
