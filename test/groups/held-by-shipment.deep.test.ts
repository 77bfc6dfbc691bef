/**
 * What a shipment holds is found by the shipment: no session reads what all others hold, not even one that planned its
 * statement when next to nothing was held. What a group of shipments sends is planned once.
 */
import test from 'ava';
import { inTenant, openDatabase, rows } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { takeShipments } from '../../db/fulfillment/step-facts.read.ts';
import { createOrganization } from '../helpers/organization.ts';
import { startPlatform } from '../helpers/platform.ts';
import { accept, runInGroups, runOneByOne } from './ran-in-groups.ts';

const many = 40;

test('a shipment is taken without a look at what others hold, and its group plans once', async (t) => {
  const { database, owner, appUrl, systemUrl } = await startPlatform(t, { workers: false });
  const organization = await createOrganization(database, { edition: 'standard' });
  const { id: organizationId, items, locations, warehouseId: warehouse_id } = organization;
  const item_id = items['PLAIN'];
  const found = {
    warehouse_id,
    item_id,
    location_id: locations['A-01'],
    qty_delta: 100,
    reason_code: 'found',
  };
  await runOneByOne(database, organization, 'wms.adjust_inventory', [found]);
  const one = { warehouse_id, lines: [{ item_id, qty: 1 }] };
  const holding = async (): Promise<string[]> => {
    await runOneByOne(
      database,
      organization,
      'wms.create_shipment',
      Array.from({ length: many }, () => one),
    );
    const { rows } = await owner.query(
      `select id from wms_shipments where organization_id = $1 and status = 'commit' order by id`,
      [organizationId],
    );
    return rows.map(({ id }) => id as string);
  };
  const shipped = await holding();
  await runOneByOne(
    database,
    organization,
    'wms.ship_shipment',
    shipped.map((shipment_id) => ({ shipment_id })),
  );
  await owner.query('vacuum analyze allocations');
  const held = await holding();
  const read = await inTenant(database, { organizationId }, async (tx) => {
    // As any session does from the sixth time on.
    await tx.raw(`select set_config('plan_cache_mode', 'force_generic_plan', true)`);
    // What this connection has not yet told the statistics counts too: what was done on it before is taken off.
    const fetched = async (): Promise<number> => {
      const { rows } = await tx.raw(
        `select idx_tup_fetch::integer as read from pg_stat_xact_user_tables where relname = 'allocations'`,
      );
      return rows[0].read;
    };
    const before = await fetched();
    const taken = await takeShipments(tx, [held[0]!]);
    t.is(taken.get(held[0]!)!.held.length, 1);
    return (await fetched()) - before;
  });
  t.is(read, 1);

  const single = openDatabase({ appUrl, systemUrl, poolMax: 1, applicationName: 'test' });
  t.teardown(() => single.close());
  const asked = held.map((shipment_id) => ({ shipment_id }));
  await runInGroups(
    single,
    organizationId,
    await accept(single, organization, 'wms.ship_shipment', asked),
    3,
  );
  // Of a list shorter than ten Postgres would plan each anew.
  const frozen = await rows(
    single.app,
    sql`select custom_plans, generic_plans > 1 as is_kept from pg_prepared_statements where statement like 'insert into documents%'`,
  );
  t.deepEqual(frozen, [{ custom_plans: '0', is_kept: true }]);
});
