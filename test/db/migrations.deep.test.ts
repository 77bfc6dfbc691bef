import test, { type ExecutionContext } from 'ava';
import { readdirSync, readFileSync } from 'node:fs';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { migrate } from '../../db/migrate.ts';
import { roleNames } from '../../db/roles.ts';
import { overAllRows, protectTenantTable } from '../../db/tenant-table.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';
import { schemaWords } from './schema-words.ts';

const folder = new URL('../../db/migrations/', import.meta.url);
const sourceFolder = new URL('../../../db/migrations/', import.meta.url);

interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

async function migratedDatabase(t: ExecutionContext): Promise<{ databaseUrl: string; client: pg.Client }> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  t.teardown(async () => {
    await client.end();
    await database.drop();
  });
  return { databaseUrl: database.ownerUrl, client };
}

/** Everything in this database that still names one of the application's roles: grants, policies, owned objects. */
async function heldByRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ held: string }>(
    `select pg_describe_object(d.classid, d.objid, d.objsubid) as held
       from pg_shdepend d join pg_roles r on r.oid = d.refobjid and d.refclassid = 'pg_authid'::regclass
      where r.rolname = any ($1) and d.dbid = (select oid from pg_database where datname = current_database())`,
    [Object.values(roleNames)],
  );
  return rows.map(({ held }) => held);
}

/** Rows that only later migrations allow: what an earlier one allows has to hold of what is left. */
async function fillWithNewKinds(client: pg.Client): Promise<void> {
  await client.query(`
    set session_replication_role = 'replica';
    insert into imports (organization_id, id, kind, dry_run, skip_bad_lines, state, reason, lines_total, created_by)
      select uuid7(), uuid7(), kind, false, false, 'failed', 'it failed', 1, 'a test'
        from unnest(array['items', 'carrier_invoices']) kind;
    insert into import_slices (organization_id, import_id, first_line, last_line, line_count, lines)
      select organization_id, id, 2, 2, 1, '[]' from imports;
    insert into carrier_invoices (organization_id, id, account_id, carrier_id, invoice_no, invoice_date, currency, total, state, created_by)
      select o.id, uuid7(), o.id, o.id, 'ONCE', current_date, 'USD', 1, state, 'a test'
        from (select uuid7() as id) o, unnest(array['matched', 'cancelled']) state;
    insert into carrier_invoice_lines (organization_id, id, invoice_id, line_no, tracking_no, charge_code, amount, verdict, dearer_by, why)
      select organization_id, uuid7(), id, n, '1Z', 'FRT', 1, 'dearer', by, 'it is'
        from carrier_invoices, unnest(array['dims', 'zone', 'address']) with ordinality of (by, n);
    insert into label_purchases (organization_id, id, return_id, merchant_id, warehouse_id, account_id, service_code, parcel,
           is_printed, created_by, state, tracking_no, bought_at)
      select organization_id, id, id, id, id, id, 'GROUND', '{}', false, 'a test', 'bought', '1Z', now() from carrier_invoices;
    update carrier_invoice_lines set label_id = invoice_id;
    insert into tracking_events (organization_id, id, label_id, merchant_id, external_id, kind, occurred_at, source)
      select organization_id, id, id, id, 'scan', 'delivered', now(), 'poll' from label_purchases;
    insert into rate_quotes (organization_id, id, merchant_id, account_id, service_code, amount, currency, is_chosen, why, expires_at)
      select o.id, o.id, o.id, o.id, 'GROUND', 1, 'USD', true, 'it is', now() from (select uuid7() as id) o;
    insert into count_plan_days (organization_id, plan_id, due_on, item_id, task_id)
      select o.id, o.id, current_date, o.id, uuid7() from (select uuid7() as id) o, generate_series(1, 2);
    set session_replication_role = 'origin';
  `);
}

test('down leaves nothing, nothing granted to the roles either, and up makes the same schema again', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const log = (): void => {};
  const before = await schemaWords(client);
  t.true(before.some((line) => line.includes('organizations')));
  t.true((await heldByRoles(client)).includes('schema bullmq'));

  await fillWithNewKinds(client);
  await migrate({ secrets: testSecrets, databaseUrl, log, direction: 'down' });
  t.deepEqual(await schemaWords(client), []);
  t.deepEqual(await heldByRoles(client), []);
  t.is((await client.query("select 1 from pg_namespace where nspname = 'bullmq'")).rowCount, 0);

  await migrate({ secrets: testSecrets, databaseUrl, log });
  t.deepEqual(await schemaWords(client), before);
  t.true((await heldByRoles(client)).includes('schema bullmq'));
});

test('each migration takes back exactly what it made', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  await migrate({ secrets: testSecrets, databaseUrl, log: () => {}, direction: 'down' });
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  t.teardown(() => connection.destroy());
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .sort();
  t.true(files.length > 0);
  const migrations = await Promise.all(
    files.map(async (file) => ({
      file,
      ...((await import(new URL(file, folder).href)) as Migration),
      before: [] as string[],
    })),
  );
  for (const migration of migrations) {
    migration.before = await schemaWords(client);
    await migration.up(connection);
  }
  for (const migration of migrations.toReversed()) {
    await migration.down(connection);
    t.deepEqual(await schemaWords(client), migration.before, migration.file);
  }
});

test('stores of different domains that share a channel since before the upgrade go on sharing it, one of them away', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  t.teardown(() => connection.destroy());
  const named = (await import(new URL('0892_named_channels.js', folder).href)) as Migration;
  await named.down(connection);
  await client.query("set session_replication_role = 'replica'");
  await client.query(`
    insert into channel_connections (organization_id, id, merchant_id, channel_id, connector, name, status, store_domain, created_at)
    select '00000000-0000-0000-0000-000000000001', gen_random_uuid(), gen_random_uuid(), md5(channel)::uuid, 'storefront', name, status, domain, created_at
      from (values ('shared', 'away', 'disabled', 'a.example.test', timestamptz '2026-01-01'),
                   ('shared', 'sharing', 'active', 'b.example.test', '2026-02-01'),
                   ('alone', 'former', 'disabled', 'c.example.test', '2026-01-01'),
                   ('alone', 'anew', 'active', 'c.example.test', '2026-02-01'))
             as c (channel, name, status, domain, created_at)`);
  await named.up(connection);
  const { rows } = await client.query('select name from channel_connections where is_channel_named');
  t.deepEqual(rows, [{ name: 'sharing' }]);
});

test('what a migration changes in rows it changes for an owner that is no superuser as well, and no file forgets that', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const owner = `owner_${process.pid}`;
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  t.teardown(() => connection.destroy());
  await client.query('create table probes (organization_id uuid not null, n integer not null)');
  await protectTenantTable(connection, 'probes');
  await client.query('insert into probes values (gen_random_uuid(), 1), (gen_random_uuid(), 1)');
  await client.query(`create role ${owner} nosuperuser nobypassrls; alter table probes owner to ${owner}`);
  t.teardown(() => client.query(`reset role; drop table probes; drop role ${owner}`));
  await client.query(`set role ${owner}`);
  t.is((await client.query('update probes set n = 2')).rowCount, 0, 'by itself it changes nothing');
  await client.query(overAllRows(['probes'], 'update probes set n = 2'));
  await client.query('reset role');
  t.is((await client.query('select 1 from probes where n = 2')).rowCount, 2);
  const { rows } = await client.query(
    "select relforcerowsecurity as forced from pg_class where relname = 'probes'",
  );
  t.deepEqual(rows, [{ forced: true }]);

  const sources = readdirSync(sourceFolder).map((file) => [
    file,
    readFileSync(new URL(file, sourceFolder), 'utf8'),
  ]);
  t.deepEqual(
    // What a function does is indented once more.
    sources.flatMap(([file, text]) => (/^ {4}update \w+/m.test(text!) ? [file] : [])),
    [],
  );
});

test('returns and counts of before the upgrade go on: open again, and with whoever has them', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  t.teardown(() => connection.destroy());
  await client.query("set session_replication_role = 'replica'");
  await client.query(`
    create temporary table told as
    select md5(no)::uuid as id, '00000000-0000-0000-0000-000000000001'::uuid as organization_id, * from (values
      ('cancelled', 'closed', 'cancelled', 0), ('decided', 'closed', 'cancelled', 1), ('left', 'disposed', 'shipped', 0))
      as r (no, status, shipment, restocked);
    insert into returns (organization_id, id, return_no, status, kind, merchant_id, warehouse_id, created_by, disposed_at, closed_at)
    select organization_id, id, no, status, 'customer', id, id, 'test', now(), case when status = 'closed' then now() end from told;
    insert into return_lines (organization_id, id, return_id, merchant_id, line_no, item_id, qty, reason_code, wanted)
    select organization_id, id, id, id, 1, id, 1, 'broken', 'repair' from told;
    insert into inspections (organization_id, id, return_line_id, merchant_id, qty, sampled_qty, credit_percent, restocking_fee, grade, inspected_by)
    select organization_id, id, id, id, 1, 1, 100, 0, 'A', 'test' from told;
    insert into dispositions (organization_id, id, inspection_id, return_line_id, merchant_id, qty, kind, lot_no, stock_status, disposed_by)
    select organization_id, id, id, id, id, 1, 'customer', '', 'hold', 'test' from told
     union all
    select organization_id, gen_random_uuid(), id, id, id, 1, 'restock', '', 'hold', 'test' from told where restocked = 1;
    insert into wms_shipments (organization_id, id, shipment_no, status, merchant_id, warehouse_id, ship_mode, disposition_id)
    select organization_id, id, no, shipment, id, id, 'parcel', id from told;
    insert into count_tasks (organization_id, id, task_no, warehouse_id, state, created_by, claimed_at, assignee_id)
    select organization_id, id, no, id, 'in_progress', 'test', case when no = 'left' then now() end, id from told`);
  for (const file of ['0906_reopened_returns.js', '0912_counts_in_hand.js'])
    await ((await import(new URL(file, folder).href)) as Migration).up(connection);
  const returns = await client.query(
    'select return_no, status, disposed_at is null and closed_at is null as is_open from returns order by return_no',
  );
  t.deepEqual(returns.rows, [
    { return_no: 'cancelled', status: 'inspecting', is_open: true },
    { return_no: 'decided', status: 'closed', is_open: false },
    { return_no: 'left', status: 'disposed', is_open: false },
  ]);
  const counts = await client.query('select task_no from count_tasks where claimed_by = assignee_id');
  t.deepEqual(counts.rows, [{ task_no: 'left' }]);
});

test('labels that carriers keep of parcels that were not sent before the upgrade are known as such', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  t.teardown(() => connection.destroy());
  const unneeded = (await import(new URL('0908_unneeded_labels.js', folder).href)) as Migration;
  await unneeded.down(connection);
  await client.query("set session_replication_role = 'replica'");
  await client.query(`
    create temporary table told as
    select md5(tracking_no)::uuid as id, * from (values
      ('kept', 'cancelled', timestamptz '2026-01-02', null::timestamptz, true, timestamptz '2026-01-03'),
      ('unpacked', 'packed', null, '2026-01-02', false, null),
      ('going', 'cancelled', '2026-01-02', null, true, null),
      ('shipped', 'shipped', null, null, true, '2026-01-03'))
      as l (tracking_no, status, cancelled_at, voided_at, is_on_manifest, manifested_at);
    insert into wms_shipments (organization_id, id, shipment_no, status, merchant_id, warehouse_id, ship_mode, cancelled_at)
    select '00000000-0000-0000-0000-000000000001', id, tracking_no, status, id, id, 'parcel', cancelled_at from told;
    insert into cartons (organization_id, id, shipment_id, merchant_id, carton_no, sscc, voided_at, packed_by)
    select '00000000-0000-0000-0000-000000000001', id, id, id, 1, lpad((row_number() over ())::text, 18, '0'), voided_at, 'test' from told;
    insert into label_purchases (organization_id, id, shipment_id, carton_id, merchant_id, warehouse_id, account_id,
           service_code, parcel, is_printed, created_by, state, tracking_no, bought_at, manifest_id, manifested_at)
    select '00000000-0000-0000-0000-000000000001', id, id, id, id, id, id, 'GROUND', '{}', false, 'test', 'bought',
           tracking_no, '2026-01-01', case when is_on_manifest then id end, manifested_at from told`);
  await unneeded.up(connection);
  const { rows } = await client.query(
    'select tracking_no, unneeded_since::date::text as since from label_purchases where unneeded_since is not null order by 1',
  );
  t.deepEqual(rows, [
    { tracking_no: 'kept', since: '2026-01-03' },
    { tracking_no: 'unpacked', since: '2026-01-02' },
  ]);
});

test('an order of a store that waits since before the upgrade says what to do', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  t.teardown(() => connection.destroy());
  await client.query("set session_replication_role = 'replica'");
  await client.query(`
    create temporary table told as
    select md5(order_no)::uuid as id, * from (values
      ('SO-1', 'received', 'Waits for UNMAPPED_SKU.'), ('SO-2', 'failed', 'Waits for UNMAPPED_SKU.'), ('SO-3', 'received', null))
      as e (order_no, status, reason);
    insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, currency, created_by)
    select '00000000-0000-0000-0000-000000000001', id, order_no, 'draft', 'wms_sync', id, 'USD', 'test' from told;
    insert into inbound_events (organization_id, id, connection_id, merchant_id, connector, topic, status, reason, order_id,
           routed_by, shop_domain, is_signed, raw_body)
    select '00000000-0000-0000-0000-000000000001', id, id, id, 'storefront', 'orders/create', status, reason, id,
           'store_domain', '', true, '{}' from told`);
  const said = (await import(new URL('0921_waiting_reasons.js', folder).href)) as Migration;
  await said.up(connection);
  const { rows } = await client.query(
    'select reason from inbound_events order by order_id = md5($1)::uuid desc, status',
    ['SO-1'],
  );
  t.deepEqual(
    rows.map(({ reason }) => reason),
    [
      'Order SO-1 waits: no item is known for some of its SKUs. Map each to an item, and the order goes on by itself.',
      'Waits for UNMAPPED_SKU.',
      null,
    ],
  );
});

test('a database that another version migrated is refused in one sentence and left as it is', async (t) => {
  const { databaseUrl, client } = await migratedDatabase(t);
  const before = await schemaWords(client);
  await client.query(
    "insert into schema_migrations (name, batch, migration_time) values ('9999_later', 2, now())",
  );
  for (const direction of ['up', 'down'] as const) {
    await t.throwsAsync(migrate({ secrets: testSecrets, databaseUrl, log: () => {}, direction }), {
      message: /was migrated by another version/,
    });
  }
  t.deepEqual(await schemaWords(client), before);
});
