/** What the yard tests need: doors and spots of a warehouse of their own, appointment windows, trucks. */
import type { Answer, Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import type { TestOrganization } from '../helpers/organization.ts';

let made = 0;

export interface Yard {
  warehouseId: string;
  doors: string[];
  spots: string[];
}

/** A warehouse with doors D1.. and parking spots P1.., so that one test's trucks are in no other's way. */
export async function newYard(client: Client, { doors = 1, spots = 3 } = {}): Promise<Yard> {
  made += 1;
  const warehouse = await ok(
    client.post('/api/wms/warehouses', {
      code: `YARD-${made}`,
      name: `Yard ${made}`,
      time_zone: 'America/New_York',
    }),
  );
  const spot = async (code: string, kind: string) =>
    (await ok(client.post('/api/yms/spots', { warehouse_id: warehouse.id, code, kind }))).id as string;
  const yard: Yard = { warehouseId: warehouse.id, doors: [], spots: [] };
  for (let index = 1; index <= doors; index += 1) yard.doors.push(await spot(`D${index}`, 'door'));
  for (let index = 1; index <= spots; index += 1) yard.spots.push(await spot(`P${index}`, 'parking'));
  return yard;
}

/** The data of a response of either surface; throws with its text if it is a refusal. */
export async function ok(asked: Promise<Answer>): Promise<any> {
  const { status, body, text } = await asked;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body.ok ? body.data : body;
}

const hourMs = 3_600_000;

/** A window that begins `hours` from the next whole hour. */
export function inHours(hours: number, minutes = 60): { window_start: string; window_end: string } {
  const start = Math.ceil(Date.now() / hourMs) * hourMs + hours * hourMs;
  return {
    window_start: new Date(start).toISOString(),
    window_end: new Date(start + minutes * 60_000).toISOString(),
  };
}

export function book(client: Client, yard: Yard, more: object = {}): Promise<Answer> {
  return client.post('/v1/yms/appointments', {
    carrier: 'Swift Haul',
    warehouse_id: yard.warehouseId,
    ...inHours(2),
    ...more,
  });
}

export function gate(client: Client, yard: Yard, direction: 'in' | 'out', plate: string, more: object = {}) {
  return client.post('/v1/yms/gate-entries', {
    warehouse_id: yard.warehouseId,
    direction,
    plate,
    ...more,
  });
}

/** A trailer in the yard, on a spot if one is named. */
export async function parked(client: Client, yard: Yard, plate: string, spot?: string): Promise<any> {
  return ok(gate(client, yard, 'in', plate, spot ? { spot } : {}));
}

/** Moves all timestamps of a visit back by some minutes: time passes in the database, not in the test. */
export async function letPass(platform: Platform, visitId: string, minutes: number): Promise<void> {
  await platform.owner.query(
    `update yard_visits set arrived_at = arrived_at - $2 * interval '1 minute' where id = $1`,
    [visitId, minutes],
  );
  await platform.owner.query(
    `update spot_stays set from_at = from_at - $2 * interval '1 minute',
            to_at = to_at - $2 * interval '1 minute' where visit_id = $1`,
    [visitId, minutes],
  );
}

/** An announced receipt for a container, in the yard's warehouse. */
export async function announced(
  client: Client,
  organization: TestOrganization,
  yard: Yard,
  containerNo: string,
): Promise<any> {
  return ok(
    client.post('/api/wms/inbound-receipts', {
      warehouse_id: yard.warehouseId,
      source_type: 'manual',
      merchant_id: organization.merchantId,
      container_no: containerNo,
      lines: [{ item_id: organization.items['PLAIN'], expected_qty: 5 }],
    }),
  );
}
