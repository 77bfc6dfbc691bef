/**
 * Two groups ship at once: each holds what is picked of one item and what is still on the shelf of the other. They wait
 * for each other's balances in key order, never crosswise.
 */
import test from 'ava';
import { openDatabase } from '../../db/database.ts';
import { createOrganization } from '../helpers/organization.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { accept, runInGroups, runOneByOne } from './ran-in-groups.ts';

const pairs = 12;
const rounds = 6;
const applicationName = 'crosswise';

test('groups that ship each other’s items, picked and unpicked, never wait for each other crosswise', async (t) => {
  const { database, owner, appUrl, systemUrl } = await startPlatform(t, { workers: false });
  const organization = await createOrganization(database, { edition: 'standard' });
  const { id: organizationId, items, locations, warehouseId: warehouse_id } = organization;
  const own = openDatabase({ appUrl, systemUrl, poolMax: 4, applicationName });
  const wanted = ['PLAIN', 'QC'].map((sku) => ({ item_id: items[sku], location_id: locations['A-01'] }));
  await runOneByOne(
    database,
    organization,
    'wms.adjust_inventory',
    wanted.map((one) => ({ ...one, warehouse_id, qty_delta: 1_000, reason_code: 'found' })),
  );
  const shipments = async (item: number): Promise<string[]> => {
    const lines = [{ item_id: wanted[item]!.item_id, qty: 1 }];
    const made = Array.from({ length: pairs }, () => ({ warehouse_id, lines }));
    const ids = await accept(database, organization, 'wms.create_shipment', made);
    await runInGroups(database, organizationId, ids, 1);
    const { rows } = await owner.query<{ id: string }>(
      `select outcome -> 'result' ->> 'id' as id from commands where organization_id = $1 and id = any ($2)`,
      [organizationId, ids],
    );
    return rows.map(({ id }) => id);
  };
  for (let round = 0; round < rounds; round += 1) {
    const [open, picked] = [
      [await shipments(0), await shipments(1)],
      [await shipments(0), await shipments(1)],
    ];
    const asked = (ids: readonly string[]) => ids.map((id) => ({ shipment_id: id }));
    await runOneByOne(database, organization, 'wms.pick_shipment', asked(picked.flat()));
    const groups = await Promise.all(
      [
        [...open[0]!, ...picked[1]!],
        [...open[1]!, ...picked[0]!],
      ].map((ids) => accept(database, organization, 'wms.ship_shipment', asked(ids))),
    );
    await Promise.all(groups.map((ids) => runInGroups(own, organizationId, ids, ids.length)));
  }
  await own.close();
  // What a session counted is counted for all when it has ended.
  await until('its sessions have ended', async () => {
    const { rows } = await owner.query('select 1 from pg_stat_activity where application_name = $1', [
      applicationName,
    ]);
    return rows.length === 0;
  });
  const { rows } = await owner.query<{ deadlocks: number; shipped: number }>(
    `select (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks,
            (select count(*)::int from wms_shipments where organization_id = $1 and status = 'shipped') as shipped`,
    [organizationId],
  );
  t.deepEqual(rows, [{ deadlocks: 0, shipped: rounds * 4 * pairs }]);
});
