/**
 * A shipment that leaves takes its balances last: while it waits for anything else, others of the same goods are promised,
 * allocated and shipped.
 */
import test from 'ava';
import pg from 'pg';
import { openDatabase } from '../../db/database.ts';
import { createOrganization } from '../helpers/organization.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { accept, runInGroups, runOneByOne } from './ran-in-groups.ts';

test('a shipment that waits for its place in a wave keeps nobody from its goods', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { database, owner, ownerUrl, appUrl, systemUrl } = platform;
  const organization = await createOrganization(database, { edition: 'standard' });
  const { id: organizationId, items, locations, warehouseId: warehouse_id } = organization;
  const other = openDatabase({ appUrl, systemUrl, poolMax: 2, applicationName: 'beside' });
  const holder = new pg.Client({ connectionString: ownerUrl });
  await holder.connect();
  const goods = { warehouse_id, item_id: items['PLAIN'], location_id: locations['A-01'] };
  const found = { ...goods, qty_delta: 10, reason_code: 'found' };
  await runOneByOne(database, organization, 'wms.adjust_inventory', [found]);
  const one = { warehouse_id, lines: [{ item_id: goods.item_id, qty: 1 }] };
  await runOneByOne(database, organization, 'wms.create_shipment', [one]);
  const statuses = async (): Promise<string[]> =>
    (
      await owner.query('select status from wms_shipments where organization_id = $1 order by id', [
        organizationId,
      ])
    ).rows.map(({ status }) => status as string);
  try {
    await holder.query('begin');
    const held = await holder.query(
      'select shipment_id as id from wave_shipments where organization_id = $1 and is_active for update',
      [organizationId],
    );
    t.is(held.rowCount, 1);
    const ship = [{ shipment_id: held.rows[0].id }];
    const ids = await accept(database, organization, 'wms.ship_shipment', ship);
    const leaving = runInGroups(database, organizationId, ids, 1);
    await until('it waits for its place', async () => {
      const waiting = await owner.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update wave_shipments%'
          and pid <> pg_backend_pid()`,
      );
      return waiting.rows.length > 0;
    });
    await runOneByOne(other, organization, 'wms.create_shipment', [one]);
    t.deepEqual(await statuses(), ['commit', 'commit'], 'the second was allocated while the first waited');
    await holder.query('rollback');
    t.deepEqual((await leaving)[0]!.states, ['done']);
    t.deepEqual(await statuses(), ['shipped', 'commit']);
  } finally {
    await holder.end();
    await other.close();
  }
});
