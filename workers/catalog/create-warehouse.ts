/** Creates a warehouse with the three locations every flow needs: staging, cross-dock and transit. */
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { assertZoneKnown } from '../../db/tenancy/time-zones.read.ts';
import { insertRecord } from '../../db/records.write.ts';
import type { catalogCommands } from '../../queues/catalog/master-data.ts';
import type { Handler } from '../engine/handler.ts';

const firstLocations = [
  { code: 'STAGE', type: 'staging' },
  { code: 'XDOCK', type: 'cross_dock' },
  { code: 'TRANSIT', type: 'transit' },
] as const;

export const createWarehouse: Handler<typeof catalogCommands.createWarehouse> = async (work, input) => {
  const { tx, emit } = work;
  const timeZone = input.time_zone ?? (await readOrganization(tx)).time_zone;
  await assertZoneKnown(tx, timeZone);
  const id = await insertRecord(tx, 'warehouses', { ...input, time_zone: timeZone });
  for (const location of firstLocations) {
    await insertRecord(tx, 'locations', { ...location, warehouse_id: id });
  }
  emit({ type: 'warehouse.created', subject_type: 'warehouse', subject_id: id });
  return { id };
};
