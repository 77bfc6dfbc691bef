/**
 * The messages hubs send, over the link and over HTTP alike. Unknown fields are dropped, so the protocol can grow. Text
 * that comes from a printer (names, errors) is flattened to one line rather than refused: refusing it every time would
 * only keep a result from ever arriving.
 */
import type Joi from 'joi';
import { devicesPerHubMax, heartbeatDevice, ledgerDevice } from '../../queues/printing/devices.ts';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  uuid,
  type Infer,
} from '../../queues/schema.ts';
import { Refusal } from '../../domain/refusal.ts';

const device = ledgerDevice();
const sighting = heartbeatDevice();
const offersMax = 100;

export const enrollMessage = object({
  anon_key: text(200),
  organization_id: uuid(),
  warehouse_id: optional(nullable(uuid())),
  name: text(100),
  public_key: text(200),
  version: text(50),
  platform: text(50),
});
export const challengeMessage = object({ hub_id: uuid() });
export const tokenMessage = object({ hub_id: uuid(), challenge: text(512), signature: text(128) });
export const claimMessage = object({ print_job_id: uuid(), claim_id: uuid(), device_id: optional(uuid()) });
export const claimNextMessage = object({
  claim_id: uuid(),
  print_job_id: optional(nullable(uuid())),
  device_id: optional(nullable(uuid())),
  device_ids: optional(list(uuid(), { max: devicesPerHubMax })),
});
export const resultMessage = object({
  claim_id: uuid(),
  status: choice('done', 'failed'),
  error: optional(nullable(text(2000))),
  verified: optional(nullable(flag())),
  may_have_printed: optional(nullable(flag())),
});
export const linkResultMessage = object({ ...resultMessage.shape, print_job_id: uuid() });
export const helloMessage = object({
  protocol: integer({ min: 1, max: 1 }),
  version: text(50),
  platform: text(50),
});
export const readyMessage = object({
  device_ids: list(uuid(), { max: devicesPerHubMax }),
  capacity: integer({ min: 0, max: 1_000_000 }),
});

export type LedgerDevice = Infer<typeof device>;
export type Sighting = Infer<typeof sighting>;
export type ResultMessage = Infer<typeof resultMessage>;

type Message = Joi.AnySchema & { readonly shape: object };

const rules: Joi.ValidationOptions = { convert: false, errors: { wrap: { label: false } } };

/** The message, reduced to its known fields. Refuses 400 VALIDATION_FAILED. */
export function read<F extends Message>(schema: F, message: unknown): Infer<F> {
  const { value, error } = schema.validate(known(schema, message), rules);
  if (error) throw new Refusal('VALIDATION_FAILED', `${error.message}.`, { problem: error.message });
  return value as Infer<F>;
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

function readEach<F extends Message>(schema: F, value: unknown): Infer<F>[] {
  if (!Array.isArray(value)) throw new Refusal('VALIDATION_FAILED', 'devices must be a list.');
  const byId = new Map<string, Infer<F>>();
  for (const entry of value.slice(0, devicesPerHubMax)) {
    const checked = schema.validate(known(schema, entry), rules);
    if (checked.error) continue;
    const sent = checked.value as { device_id: string };
    const deviceId = sent.device_id.toLowerCase();
    byId.set(deviceId, { ...sent, device_id: deviceId } as Infer<F>);
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
