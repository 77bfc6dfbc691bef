/**
 * What a shipment holds is found by the shipment: no session reads what all others hold, not even one that planned its
 * statement when next to nothing was held.
 */
import test from 'ava';
import { inTenant } from '../../db/database.ts';
import { takeShipments } from '../../db/fulfillment/step-facts.read.ts';
import { createOrganization } from '../helpers/organization.ts';
import { startPlatform } from '../helpers/platform.ts';
import { runOneByOne } from './ran-in-groups.ts';

const many = 40;

test('a shipment is taken without a look at what others hold', async (t) => {
  const { database, owner } = await startPlatform(t, { workers: false });
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
  const [first] = await holding();
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
    const taken = await takeShipments(tx, [first!]);
    t.is(taken.get(first!)!.held.length, 1);
    return (await fetched()) - before;
  });
  t.is(read, 1);
});
