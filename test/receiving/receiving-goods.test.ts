import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt, receiptsPath } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('receive-all is all or none, takes the announced lot, and may name a line twice', async (t) => {
  const { client, standard, owner } = platform;
  const receipt = await makeReceipt(client, standard, {
    lines: [
      { sku: 'PLAIN', qty: 10 },
      { sku: 'LOT', qty: 5, lot_no: 'ALL-1' },
      { sku: 'LOT', qty: 5 },
    ],
  });
  const [plain, announced, bare] = receipt.lines.map(({ id }) => id);
  const all = (lines: object[]) => client.post(`${receiptsPath}/${receipt.id}/receive-all`, { lines });
  const to = (line_id: string | undefined, received_qty: number, code = 'DOCK-1') => ({
    line_id,
    received_qty,
    location_id: standard.locations[code],
  });
  const refused = await all([to(plain, 10), to(announced, 5), to(bare, 5)]);
  t.is(`${refused.status} ${refused.body.error.code}`, '400 LOT_REQUIRED');
  t.is(refused.body.error.details.receipt_line_id, bare);
  const untracked = await all([to(announced, 5), { ...to(plain, 1), serial_nos: ['S-1'] }]);
  t.is(untracked.body.error.details[0].path, 'lines.1.serial_nos', untracked.text);
  const unknown = await all([to(plain, 10), to(uuidv7(), 5)]);
  t.is(unknown.body.error.details.path, 'lines.1.line_id');
  const over = await all([to(plain, 6), to(plain, 5)]);
  t.is(`${over.status} ${over.body.error.code}`, '409 OVER_RECEIPT');
  t.like(over.body.error.details, { would_be: 11, receipt_line_id: plain });
  t.is(
    (await owner.query('select count(*)::int as n from inventory_ledger where ref_id = $1', [receipt.id]))
      .rows[0].n,
    0,
  );

  const done = await all([
    to(plain, 6),
    to(plain, 4, 'STAGE-1'),
    to(announced, 5),
    { ...to(bare, 5), lot_no: 'ALL-2' },
  ]);
  t.is(done.status, 200, done.text);
  t.deepEqual(
    done.body.data.lines.map(({ received_qty: qty }: any) => qty),
    [10, 5, 5],
  );
  t.like(done.body.data.receipt, {
    status: 'receiving',
    progress: { ratio: 1, lines_done: 3, lines_total: 3, expected_qty: 20, counted_qty: 20 },
  });
  t.is(done.body.data.ledger_entry_ids.length, 4);
  const { rows } = await owner.query(
    'select lot_no from inventory_ledger where ref_id = $1 order by lot_no',
    [receipt.id],
  );
  t.deepEqual(
    rows.map(({ lot_no: lot }) => lot),
    ['', '', 'ALL-1', 'ALL-2'],
  );
});

test('a pallet is built while receiving, and is refused where it does not stand', async (t) => {
  const { client, standard } = platform;
  const receipt = await makeReceipt(client, standard);
  const first = await receipt.receive({ received_qty: 5, pallet_lpn: 'PAL-1' });
  t.is(first.body.data.pallet_lpn, 'PAL-1', first.text);
  t.is((await receipt.receive({ received_qty: 5, pallet_lpn: 'PAL-1' })).status, 200);
  const elsewhere = await receipt.receive({
    received_qty: 5,
    pallet_lpn: 'PAL-1',
    location_id: standard.locations['A-01'],
  });
  t.is(`${elsewhere.status} ${elsewhere.body.error.code}`, '409 LPN_IN_USE');
  const rows = (await client.get(`${receiptsPath}/${receipt.id}/putaway`)).body.data.rows;
  t.like(rows[0], { pallet_lpn: 'PAL-1', qty: 10, from_location: 'DOCK-1' });
});

test('cross-dock without a location goes to the cross-dock of the warehouse', async (t) => {
  const { client, standard, owner } = platform;
  const receipt = await makeReceipt(client, standard);
  const got = await receipt.receive({ received_qty: 2, is_cross_dock: true, location_id: '' });
  t.is(got.status, 200, got.text);
  const { rows } = await owner.query('select location_id from inventory_ledger where ref_id = $1', [
    receipt.id,
  ]);
  t.is(rows[0].location_id, standard.locations['XDOCK-1']);
});

test('putaway names the same item and lot first, then the item, then room, by zone and sequence', async (t) => {
  const { client, standard, owner } = platform;
  const at = (code: string) => standard.locations[code];
  const earlier = await makeReceipt(client, standard, { lines: [{ sku: 'LOT', qty: 20 }] });
  await earlier.receive({ received_qty: 1, lot_no: 'PUT', location_id: at('A-04') });
  await earlier.receive({ received_qty: 1, lot_no: 'ELSE', location_id: at('A-03') });
  await owner.query('update locations set capacity = 5 where id = $1', [at('A-01')]);
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'LOT', qty: 20 }] });
  await receipt.receive({ received_qty: 8, lot_no: 'PUT' });
  const [row] = (await client.get(`${receiptsPath}/${receipt.id}/putaway`)).body.data.rows;
  t.deepEqual(
    row.suggestions.map(({ location, reason }: any) => `${location} ${reason}`),
    ['A-04 same_item_and_lot', 'A-03 same_item', 'A-02 free_capacity'],
  );
});

test('quantities in another unit enter the ledger in base units, exactly', async (t) => {
  const { client, standard, owner } = platform;
  await owner.query(
    'insert into item_packagings (organization_id, item_id, uom, factor) values ($1, $2, $3, 12)',
    [standard.id, standard.items['PLAIN'], 'CASE'],
  );
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'PLAIN', qty: 4, uom: 'case' }] });
  const got = await receipt.receive({ received_qty: 2.5 });
  t.like(got.body.data.line, { received_qty: 2.5, remaining_qty: 1.5 });
  t.like(got.body.data.receipt.progress, { ratio: 0.625, expected_qty: 48, counted_qty: 30 });
  const { rows } = await owner.query(
    'select qty_delta::float as qty from inventory_ledger where ref_id = $1',
    [receipt.id],
  );
  t.deepEqual(rows, [{ qty: 30 }]);
});
