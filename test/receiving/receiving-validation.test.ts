import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt, warehouseDay as day } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

interface Refused {
  sku: string;
  fields: () => Record<string, unknown>;
  answer: string;
}

const refused = test.macro({
  title: (_title, { sku, answer }: Refused, words: string) => `${sku}: ${words} is ${answer}`,
  exec: async (t, { sku, fields, answer }: Refused, _words: string) => {
    const { client, standard, owner } = platform;
    const receipt = await makeReceipt(client, standard, { lines: [{ sku, qty: 10 }] });
    const { status, body, text } = await receipt.receive({ received_qty: 1, ...fields() });
    t.is(`${status} ${body.error?.code}`, answer, text);
    const { rows } = await owner.query(
      'select status, counted_qty::float as counted from inbound_receipts where id = $1',
      [receipt.id],
    );
    t.deepEqual(rows, [{ status: 'new', counted: 0 }]);
  },
});

const good = () => ({ lot_no: 'GOOD', expiry_date: day(400) });
test(refused, { sku: 'LOT', fields: () => ({}), answer: '400 LOT_REQUIRED' }, 'no lot');
test(
  refused,
  { sku: 'EXPIRY', fields: () => ({ lot_no: 'E0' }), answer: '400 EXPIRY_REQUIRED' },
  'no expiry',
);
test(
  refused,
  { sku: 'EXPIRY', fields: () => ({ ...good(), lot_no: 'E1', expiry_date: day(-1) }), answer: '400 EXPIRED' },
  'yesterday',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ serial_nos: ['U1'] }), answer: '400 VALIDATION_FAILED' },
  'a serial of goods that are not tracked by serial',
);
test(
  refused,
  {
    sku: 'EXPIRY',
    fields: () => ({ lot_no: 'E2', expiry_date: day(29) }),
    answer: '400 REMAINING_LIFE_TOO_SHORT',
  },
  'a day short of the life it needs',
);
test(
  refused,
  {
    sku: 'EXPIRY',
    fields: () => ({ lot_no: 'E3', manufacture_date: day(401), expiry_date: day(400) }),
    answer: '400 EXPIRY_BEFORE_MANUFACTURE',
  },
  'an expiry before manufacture',
);
test(refused, { sku: 'SERIAL', fields: () => ({}), answer: '400 SERIAL_REQUIRED' }, 'no serials');
test(
  refused,
  { sku: 'SERIAL', fields: () => ({ serial_nos: [] }), answer: '400 SERIAL_REQUIRED' },
  'an empty list of serials',
);
test(
  refused,
  {
    sku: 'SERIAL',
    fields: () => ({ received_qty: 2, serial_nos: ['V1'] }),
    answer: '400 SERIAL_COUNT_MISMATCH',
  },
  'a serial too few',
);
test(
  refused,
  {
    sku: 'SERIAL',
    fields: () => ({ damaged_qty: 1, serial_nos: ['V2'] }),
    answer: '400 SERIAL_COUNT_MISMATCH',
  },
  'a damaged unit without its serial',
);
test(
  refused,
  {
    sku: 'SERIAL',
    fields: () => ({ received_qty: 2, serial_nos: ['V3', 'V3'] }),
    answer: '400 SERIAL_DUPLICATE',
  },
  'a serial twice',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ location_id: '' }), answer: '400 VALIDATION_FAILED' },
  'an empty location without cross-dock',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ location_id: null }), answer: '400 VALIDATION_FAILED' },
  'no location',
);
test(
  refused,
  {
    sku: 'PLAIN',
    fields: () => ({ location_id: platform.threePl.locations['DOCK-1'] }),
    answer: '400 UNKNOWN_REFERENCE',
  },
  "another organization's location",
);
test(
  refused,
  {
    sku: 'PLAIN',
    fields: () => ({ receipt_line_id: platform.standard.id }),
    answer: '400 UNKNOWN_REFERENCE',
  },
  'a line of another receipt',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ received_qty: -1 }), answer: '400 VALIDATION_FAILED' },
  'a negative quantity',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ received_qty: '1' }), answer: '400 VALIDATION_FAILED' },
  'a quantity in quotes',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ received_qty: 0.0000001 }), answer: '400 VALIDATION_FAILED' },
  'seven decimals',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ condition: 'bad' }), answer: '400 VALIDATION_FAILED' },
  'an unknown condition',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ expiry_date: '2027-02-30' }), answer: '400 VALIDATION_FAILED' },
  '30 February',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ colour: 'red' }), answer: '400 VALIDATION_FAILED' },
  'an unknown field',
);
test(
  refused,
  { sku: 'PLAIN', fields: () => ({ received_qty: 11 }), answer: '409 OVER_RECEIPT' },
  'more than expected',
);
test(
  refused,
  {
    sku: 'PLAIN',
    fields: () => ({ received_qty: 8, damaged_qty: 2, rejected_qty: 1 }),
    answer: '409 OVER_RECEIPT',
  },
  'good, damaged and rejected together more than expected',
);

test('a known lot keeps its date of manufacture: another one is told, and none may lie behind its expiry date', async (t) => {
  const { client, standard } = platform;
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'EXPIRY', qty: 10 }] });
  const scan = (more: object) => receipt.receive({ received_qty: 1, lot_no: 'MADE-1', ...more });
  const [made, expires] = [day(-10), day(400)];
  t.is((await scan({ manufacture_date: made, expiry_date: expires })).status, 200);
  t.is((await scan({ manufacture_date: made })).status, 200);
  const { status, body, text } = await scan({ manufacture_date: day(-11) });
  t.is(status, 409, text);
  t.like(body.error, {
    code: 'LOT_EXPIRY_CONFLICT',
    details: { path: 'manufacture_date', lot_no: 'MADE-1', recorded: made, given: day(-11) },
  });

  const undated = await makeReceipt(client, standard, { lines: [{ sku: 'LOT', qty: 10 }] });
  const later = (more: object) => undated.receive({ received_qty: 1, lot_no: 'MADE-2', ...more });
  t.is((await later({ manufacture_date: day(30) })).status, 200);
  const before = await later({ expiry_date: day(20) });
  t.is(before.body.error?.code, 'EXPIRY_BEFORE_MANUFACTURE', before.text);
});

test('a lot is corrected by whatever name it came in with', async (t) => {
  const { client, standard } = platform;
  const item_id = standard.items['LOT'];
  const lot_no = '№ 7/α';
  const found = await client.post('/api/wms/inventory/adjust', {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations['A-01'],
    item_id,
    lot_no,
    qty_delta: 1,
    reason_code: 'found',
  });
  t.is(found.status, 200, found.text);
  const corrected = await client.post('/api/wms/lots/correct', {
    item_id,
    lot_no,
    expiry_date: day(90),
    note: 'Read from the box',
  });
  t.is(corrected.status, 200, corrected.text);
  t.like(corrected.body.data, { lot_no, expiry_date: day(90) });
});
