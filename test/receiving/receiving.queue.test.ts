import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { commandsByName } from '../../queues/commands.ts';
import { handlersByName } from '../../workers/handlers.ts';
import type { RunnerDeps } from '../../workers/engine/run-command.ts';
import { runJob } from '../../workers/engine/run-job.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt, receiptsPath } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const ascending = (a: number, b: number): number => a - b;

const mismatches = `
  select count(*)::int as n from (
    select organization_id, item_id, location_id, status, lot_no, lpn_id, sum(qty_delta) as qty
      from inventory_ledger group by 1, 2, 3, 4, 5, 6) l
    full join inventory_balances b
      on b.organization_id = l.organization_id and b.item_id = l.item_id and b.location_id = l.location_id
     and b.status = l.status and b.lot_no = l.lot_no and b.lpn_id is not distinct from l.lpn_id
   where coalesce(l.qty, 0) <> coalesce(b.qty, 0) and $1 in (l.organization_id, b.organization_id)`;

test('a hundred scans of one line at once bring in exactly what is tolerated', async (t) => {
  const { client, standard, owner } = platform;
  await owner.query('update vendors set over_receipt_tolerance_percent = 10 where organization_id = $1', [
    standard.id,
  ]);
  const receipt = await makeReceipt(client, standard, { vendor_id: standard.vendorId });
  const answers = await Promise.all(Array.from({ length: 100 }, () => receipt.receive({ received_qty: 1 })));
  t.is(answers.filter(({ status }) => status === 200).length, 55);
  const refused = answers.filter(({ status }) => status !== 200);
  t.deepEqual(
    [...new Set(refused.map(({ status, body }) => `${status} ${body.error.code}`))],
    ['409 OVER_RECEIPT'],
  );
  t.deepEqual(refused[0]!.body.error.details, { expected: 50, received: 55, tolerance: 10, would_be: 56 });

  const detail = (await client.get(`${receiptsPath}/${receipt.id}`)).body.data;
  t.like(detail.lines[0], { received_qty: 55, remaining_qty: 0, over_qty: 5 });
  t.like(detail.progress, { ratio: 1, lines_done: 1, lines_total: 1, counted_qty: 55 });
  const ledger = await owner.query(
    'select sum(qty_delta)::float as n from inventory_ledger where ref_id = $1',
    [receipt.id],
  );
  t.is(ledger.rows[0].n, 55);
  t.is((await owner.query(mismatches, [standard.id])).rows[0].n, 0);
  const events = await owner.query(
    'select array_agg(subject_seq order by subject_seq) as seqs from events where subject_id = $1',
    [receipt.id],
  );
  // created, receiving, and one per accepted scan, numbered without gaps.
  t.deepEqual(
    events.rows[0].seqs,
    Array.from({ length: 57 }, (_, index) => index + 1),
  );
});

test('a command delivered twice, one after the other or at once, changes nothing the second time', async (t) => {
  const { client, standard, database, owner } = platform;
  const receipt = await makeReceipt(client, standard);
  const parts: RunnerDeps = {
    database,
    commands: commandsByName,
    handlers: handlersByName,
    committed: () => {},
  };
  const commandId = uuidv7();
  const actor = {
    token_id: uuidv7(),
    member_id: null,
    name: 'test',
    permissions: [],
    merchant_id: null,
    ip: null,
    request_id: 'r',
  };
  const input = {
    receipt_id: receipt.id,
    receipt_line_id: receipt.lines[0]!.id,
    received_qty: 7,
    location_id: standard.locations['DOCK-1'],
  };
  await acceptCommands(
    database,
    [
      {
        id: commandId,
        organization_id: standard.id,
        name: 'wms.receive_line',
        queue: 'receiving',
        input,
        actor,
      },
    ],
    true,
  );
  const run = () => runJob(parts, standard.id, [commandId], () => {});
  const ran = await Promise.all([1, 2, 3].map(run));
  t.deepEqual(
    ran.flatMap(({ states }) => states),
    ['done'],
  );
  t.deepEqual(await run(), { states: [], faulted: [] });
  const { rows } = await owner.query(
    'select qty_delta::float as qty from inventory_ledger where ref_id = $1',
    [receipt.id],
  );
  t.deepEqual(rows, [{ qty: 7 }]);
});

test('twenty people who open the task of one receipt at once get one task', async (t) => {
  const { client, standard, owner } = platform;
  const { id } = await makeReceipt(client, standard);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/api/wms/receiving-tasks', { receipt_id: id })),
  );
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  const others = answers.filter(({ status }) => status === 200);
  t.is(others.length, 19);
  t.true(others.every(({ body }) => body.meta.existing === true));
  t.is(new Set(answers.map(({ body }) => body.data.id)).size, 1);
  t.is((await owner.query('select count(*)::int as n from tasks where ref_id = $1', [id])).rows[0].n, 1);
});

test('two scans that bring a new lot with different dates: one wins, the other is told both dates', async (t) => {
  const { client, standard } = platform;
  const [one, other] = await Promise.all(
    [1, 2].map(() => makeReceipt(client, standard, { lines: [{ sku: 'EXPIRY', qty: 9 }] })),
  );
  const answers = await Promise.all([
    one!.receive({ received_qty: 1, lot_no: 'RACE', expiry_date: '2099-01-01' }),
    other!.receive({ received_qty: 1, lot_no: 'RACE', expiry_date: '2099-01-02' }),
  ]);
  t.deepEqual(answers.map(({ status }) => status).sort(ascending), [200, 409]);
  const { error } = answers.find(({ status }) => status === 409)!.body;
  t.is(error.code, 'LOT_EXPIRY_CONFLICT');
  const { recorded, given } = error.details;
  t.true([recorded, given].every((date) => ['2099-01-01', '2099-01-02'].includes(date)));
  t.not(recorded, given);
});

test('one serial scanned on two receipts at once is in stock once', async (t) => {
  const { client, standard } = platform;
  const pair = await Promise.all(
    [1, 2].map(() => makeReceipt(client, standard, { lines: [{ sku: 'SERIAL', qty: 5 }] })),
  );
  const answers = await Promise.all(
    pair.map((receipt) => receipt.receive({ received_qty: 1, serial_nos: ['S-RACE'] })),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(ascending), [200, 409]);
  const refused = answers.find(({ status }) => status === 409)!.body.error;
  t.is(refused.code, 'SERIAL_IN_USE');
  t.deepEqual(refused.details.serial_nos, ['S-RACE']);
});
