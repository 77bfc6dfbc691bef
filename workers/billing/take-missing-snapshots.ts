/**
 * Every hour: has each 3PL organization take the stock snapshots of the days that have ended in its warehouses' time
 * zones.
 */
import type { Database } from '../../db/database.ts';
import { organizationsOfEdition } from '../../db/tenancy/editions.read.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { newId } from '../../domain/new-id.ts';
import { addDays } from '../../domain/days.ts';
import { billingCommands } from '../../queues/billing/billing.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';

const actor = {
  token_id: null,
  member_id: null,
  name: 'schedule: inventory snapshots',
  permissions: [],
  merchant_id: null,
  ip: null,
  request_id: 'schedule',
};
// A week back, to fill in nights when the platform was down. Billing fills in older ones itself.
const daysBack = 7;

/** Safe in several processes at once: a day is taken by whoever inserts it first. */
export async function takeMissingSnapshots({
  database,
  producer,
}: {
  database: Database;
  producer: Producer;
}): Promise<void> {
  const organizations = await organizationsOfEdition(database, 'three_pl');
  if (organizations.length === 0) return;
  const today = new Date().toISOString().slice(0, 10);
  const { name, runs } = billingCommands.takeInventorySnapshots;
  const commands = organizations.map((organization_id) => ({
    id: newId(),
    organization_id,
    name,
    queue: runs,
    input: { from: addDays(today, -daysBack), to: addDays(today, 1) },
    actor,
  }));
  await acceptCommands(database, commands, true);
  await producer.dispatch(dispatchesOf(commands));
}
