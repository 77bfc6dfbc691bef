/**
 * What a shipment holds is found by the shipment: no session reads what all others hold, not even one that planned its
 * statement when next to nothing was held. What a group of shipments sends is planned once, and the places it leaves are
 * entered with its locks.
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

test('a group enters the places it leaves while its locks are on their way, with lots behind theirs', async (t) => {
  const { database, appUrl, systemUrl, owner } = await startPlatform(t, { workers: false });
  const organization = await createOrganization(database, { edition: 'standard' });
  const { id, items, locations, warehouseId: warehouse_id } = organization;
  const single = openDatabase({ appUrl, systemUrl, poolMax: 1, applicationName: 'test' });
  t.teardown(() => single.close());
  const seen: string[] = [];
  const note = (what: string, text: string): void => {
    const step = /for update|for key share|enter_locations/.exec(text)?.[0];
    if (step && (what === 'sent' || step !== 'enter_locations')) seen.push(`${step} ${what}`);
  };
  single.app.on('query', ({ sql: text }: { sql: string }) => note('sent', text));
  single.app.on('query-response', (_answer: unknown, { sql: text }: { sql: string }) => note('done', text));
  const place = { warehouse_id, location_id: locations['A-01'], qty_delta: 10, reason_code: 'found' };
  for (const goods of [{ item_id: items['PLAIN'] }, { item_id: items['LOT'], lot_no: 'L1' }]) {
    const { item_id } = goods;
    await runOneByOne(database, organization, 'wms.adjust_inventory', [{ ...place, ...goods }]);
    const one = { warehouse_id, lines: [{ item_id, qty: 1 }] };
    await runOneByOne(database, organization, 'wms.create_shipment', [one, one]);
    const { rows: open } = await owner.query(
      `select id from wms_shipments where organization_id = $1 and status = 'commit' order by id`,
      [id],
    );
    seen.length = 0;
    const asked = open.map((row) => ({ shipment_id: row.id as string }));
    const ids = await accept(database, organization, 'wms.ship_shipment', asked);
    const [run] = await runInGroups(single, id, ids, 2);
    t.deepEqual(run!.states, ['done', 'done']);
    const entered = seen.lastIndexOf('enter_locations sent');
    if (goods.lot_no) t.true(entered > seen.indexOf('for key share done'), seen.join());
    else t.true(entered < seen.indexOf('for update done'), seen.join());
  }
});
