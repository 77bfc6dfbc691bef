/**
 * Every hour: has each 3PL organization take the stock snapshots of the days that have ended in its warehouses' time
 * zones.
 */
import { organizationsOfEdition } from '../../db/tenancy/editions.read.ts';
import { addDays } from '../../domain/days.ts';
import { billingCommands } from '../../queues/billing/billing.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

// A week back, to fill in nights when the platform was down. Billing fills in older ones itself.
const daysBack = 7;

/** Safe in several processes at once: a day is taken by whoever inserts it first. */
export async function takeMissingSnapshots(parts: Scheduling): Promise<void> {
  const organizations = await organizationsOfEdition(parts.database, 'three_pl');
  const today = new Date().toISOString().slice(0, 10);
  const input = { from: addDays(today, -daysBack), to: addDays(today, 1) };
  const due = organizations.map((organization_id) => ({ organization_id, input }));
  await submitDue(parts, 'inventory snapshots', billingCommands.takeInventorySnapshots, due);
}
