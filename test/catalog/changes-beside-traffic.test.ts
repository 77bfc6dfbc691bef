/** What a person changes does not wait for ever behind a stream of transactions that only refer to the record. */
import anyTest, { type TestFn } from 'ava';
import { inTenant, row } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import { newId } from '../../domain/new-id.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { freshItem } from '../helpers/shelf.ts';
import { until } from '../helpers/wait.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;
test.before(async (t) => {
  t.context = { platform: await joinPlatform() };
});
test.after.always((t) => t.context.platform?.stop());

test('serial tracking is turned on while orders of the item are being taken', async (t) => {
  const { platform } = t.context;
  const { item_id: item } = await freshItem(platform);
  const session = await platform.owner.connect();
  t.teardown(() => session.release(true));
  await session.query('begin');
  // What a foreign key takes on the item of a new line.
  await session.query('select 1 from items where id = $1 for key share', [item]);
  const changed = await platform.client.patch(`/api/wms/items/${item}`, { serial_tracked: true });
  t.is(changed.status, 200, changed.text);
  await session.query('commit');
});

test('serial tracking waits for the goods on their way to the shelf, and then stays', async (t) => {
  const { platform } = t.context;
  const { standard } = platform;
  const shelf = await freshItem(platform);
  const goods = {
    ...shelf,
    merchant_id: standard.merchantId,
    status: 'available' as const,
    lot_no: '',
    lpn_id: null,
    qty_delta: 3,
    transaction_type: 'receive' as const,
    ref_type: 'test',
    ref_id: null,
  };
  let changing: ReturnType<typeof platform.client.patch>;
  await inTenant(platform.database, { organizationId: standard.id }, async (tx) => {
    const posting = { organizationId: standard.id, commandId: newId(), actor: 'test' };
    await post(tx, posting, [goods]);
    const own = await row<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
    changing = platform.client.patch(`/api/wms/items/${shelf.item_id}`, { serial_tracked: true });
    await until('the change waits for the goods', async () => {
      const waiting = await platform.owner.query(
        'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
        [own!.pid],
      );
      return waiting.rows.length > 0;
    });
  });
  const { status, body } = await changing!;
  t.is(status, 409);
  t.like(body.error, { code: 'IN_USE', details: { path: 'serial_tracked' } });
});

test('a rate sheet is changed while something refers to it', async (t) => {
  const { platform } = t.context;
  const { threePl, owner } = platform;
  const client = await platform.clientWith(threePl, everyPermission);
  const sheets = '/api/accounting/billing/rate-sheets';
  const made = await client.post(sheets, {
    code: 'BUSY',
    name: 'busy',
    merchant_id: threePl.merchantId,
    currency: 'USD',
    effective_from: '2026-01-01',
  });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  const session = await owner.connect();
  t.teardown(() => session.release(true));
  await session.query('begin');
  await session.query('select 1 from rate_sheets where id = $1 for key share', [id]);
  const changed = await client.patch(`${sheets}/${id}`, { name: 'quiet' });
  t.is(changed.status, 200, changed.text);
  await session.query('commit');
});
