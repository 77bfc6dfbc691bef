/** A receipt that is announced, received and completed by one command leaves what the three steps leave, or nothing. */
import test from 'ava';
import type { TestOrganization } from '../helpers/organization.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeOrder, ordersPath } from '../helpers/purchase.ts';
import { receiptsPath } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

type Line = { sku: string } & Record<string, unknown>;

const announcement = ({ warehouseId, items }: TestOrganization, lines: Line[]) => ({
  warehouse_id: warehouseId,
  source_type: 'manual',
  lines: lines.map(({ sku, ...line }) => ({ item_id: items[sku], ...line })),
});

const atOnce = (lines: Line[], more: object = {}) =>
  platform.client.post(receiptsPath, {
    ...announcement(platform.standard, lines),
    receive: true,
    ...more,
  });

/** The same by the three steps; the answer of the last one, or of the first that is refused. */
async function inThreeSteps(lines: Line[], more: object = {}) {
  const { client, standard } = platform;
  const announced = lines.map(({ sku, expected_qty, lot_no }) => ({ sku, expected_qty, lot_no }) as Line);
  const made = await client.post(receiptsPath, { ...announcement(standard, announced), ...more });
  const path = `${receiptsPath}/${made.body.data.id}`;
  const counted = await client.post(`${path}/receive-all`, {
    lines: lines.map(({ sku: _sku, expected_qty: received_qty, ...line }, index) => ({
      line_id: made.body.data.lines[index].id,
      received_qty,
      location_id: standard.locations['STAGE-1'],
      ...line,
    })),
  });
  return counted.status === 200 ? client.post(`${path}/complete-receive`) : counted;
}

const questions = {
  receipt: `select status, source_type, title, lines_total, lines_done, expected_qty, covered_qty, counted_qty,
      received_at is null as open, closed_at from inbound_receipts where organization_id = $1 and id = $2`,
  lines: `select line_no, item_id, expected_qty, received_qty, damaged_qty, rejected_qty, lot_no, uom
      from inbound_receipt_lines where organization_id = $1 and receipt_id = $2 order by line_no`,
  ledger: `select g.line_no, g.item_id, g.location_id, g.status, g.lot_no, g.qty_delta, g.transaction_type, g.ref_type,
      l.line_no as line, g.reason_code, g.note, p.lpn, g.actor from inventory_ledger g
      join inbound_receipt_lines l on l.organization_id = g.organization_id and l.id = g.ref_line_id
      left join lpns p on p.organization_id = g.organization_id and p.id = g.lpn_id
     where g.organization_id = $1 and g.ref_id = $2 order by g.line_no`,
  events: `select type, subject_seq, data from events where organization_id = $1 and subject_id = $2 order by subject_seq`,
  lots: `select lot_no, manufacture_date::text, expiry_date::text from lots where organization_id = $1
      and lot_no in (select lot_no from inventory_ledger where organization_id = $1 and ref_id = $2) order by lot_no`,
  serials: `select item_id, serial_no, state from serials where organization_id = $1 and receipt_id = $2 order by serial_no`,
  plates: `select lpn, state, location_id, height_cm from lpns where organization_id = $1
      and id in (select lpn_id from inventory_ledger where organization_id = $1 and ref_id = $2) order by lpn`,
  labels: `select name, input from commands where organization_id = $1 and name not like 'wms.%'
      and position($2 in input::text) > 0 order by name`,
  billed: `select to_jsonb(b) from billable_receipts b where organization_id = $1 and source_id = $2`,
  billedLines: `select to_jsonb(b) - 'source_id' as line from billable_receipt_lines b
      where organization_id = $1 and document_id = $2 order by 1`,
};

/** What a receipt left; `tag` is what tells its lots, plates and serials from another's. */
async function leftBy(id: string, tag: string): Promise<Record<string, string[]>> {
  const { owner, standard } = platform;
  const names = new Map(
    Object.entries({ ...standard.items, ...standard.locations }).map(([name, known]) => [known, name]),
  );
  const shown = (row: object): string =>
    JSON.stringify(row)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (found) => names.get(found) ?? '#')
      .replaceAll(/\bRCPT-\d{8}-\d{4}\b/g, 'number')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'moment')
      .replaceAll(`-${tag}`, '');
  const left: Record<string, string[]> = {};
  for (const [question, text] of Object.entries(questions))
    left[question] = (await owner.query<object>(text, [standard.id, id])).rows.map(shown);
  return left;
}

const ofEverySort = (tag: string): Line[] => [
  { sku: 'PLAIN', expected_qty: 12 },
  { sku: 'PLAIN', expected_qty: 8, pallet_lpn: `ONCE-P-${tag}`, pallet_height_cm: 120 },
  { sku: 'LOT', expected_qty: 5, lot_no: `ONCE-L-${tag}` },
  {
    sku: 'EXPIRY',
    expected_qty: 6,
    lot_no: `ONCE-E-${tag}`,
    manufacture_date: '2026-01-02',
    expiry_date: '2097-03-04',
  },
  { sku: 'SERIAL', expected_qty: 2, serial_nos: [`ONCE-1-${tag}`, `ONCE-2-${tag}`] },
];

test('one command leaves what the three steps leave: stock, events, lots, serials, labels and what is billed', async (t) => {
  for (const [source, key] of [
    ['manual', 'M'],
    ['return', 'R'],
    ['portal', 'P'],
  ] as const) {
    const [one, three] = [`A${key}`, `B${key}`];
    const made = await atOnce(ofEverySort(one), { source_type: source });
    t.is(made.status, 201, made.text);
    const steps = await inThreeSteps(ofEverySort(three), { source_type: source });
    t.is(steps.status, 200, steps.text);
    t.like(made.body.data, {
      status: 'received',
      progress: { ratio: 1, lines_done: 5, lines_total: 5, expected_qty: 33, counted_qty: 33 },
    });
    const left = await leftBy(made.body.data.id, one);
    t.deepEqual(left, await leftBy(steps.body.data.id, three), source);
    // Nothing compared is empty on both sides.
    const filled = Object.keys(left).filter((question) => left[question]!.length > 0);
    const billed = source === 'return' ? ['billed', 'billedLines'] : [];
    t.deepEqual(
      Object.keys(questions).filter((question) => !filled.includes(question) && !billed.includes(question)),
      [],
    );
  }
});

/** How much there is of all that receiving writes. */
async function everything(): Promise<unknown> {
  const { owner, standard } = platform;
  const counts = [
    'inbound_receipts',
    'inbound_receipt_lines',
    'inventory_ledger',
    'lots',
    'serials',
    'lpns',
    // Labels of earlier receipts tell of theirs meanwhile.
    "events where subject_type = 'inbound_receipt' and",
  ].map(
    (from) =>
      `(select count(*)::int from ${from.includes(' ') ? from : `${from} where`} organization_id = $1)`,
  );
  return (await owner.query<object>(`select array[${counts.join(', ')}] as counts`, [standard.id])).rows[0];
}

test.serial(
  'where the three steps refuse a line, one command refuses it all and leaves nothing',
  async (t) => {
    const taken = await atOnce([{ sku: 'SERIAL', expected_qty: 1, serial_nos: ['ONCE-TAKEN'] }]);
    t.is(taken.status, 201, taken.text);
    const stood = { pallet_lpn: 'ONCE-STANDS', location_id: platform.standard.locations['A-01']! };
    t.is((await atOnce([{ sku: 'PLAIN', expected_qty: 1, ...stood }])).status, 201);
    const bad: [line: Line, answer: string][] = [
      [{ sku: 'LOT', expected_qty: 1 }, '400 LOT_REQUIRED'],
      [{ sku: 'EXPIRY', expected_qty: 1, lot_no: 'ONCE-X' }, '400 EXPIRY_REQUIRED'],
      [{ sku: 'EXPIRY', expected_qty: 1, lot_no: 'ONCE-X', expiry_date: '2020-01-01' }, '400 EXPIRED'],
      [{ sku: 'SERIAL', expected_qty: 2, serial_nos: ['ONCE-9'] }, '400 SERIAL_COUNT_MISMATCH'],
      [{ sku: 'SERIAL', expected_qty: 1, serial_nos: ['ONCE-TAKEN'] }, '409 SERIAL_IN_USE'],
      [{ sku: 'PLAIN', expected_qty: 1, serial_nos: ['ONCE-8'] }, '400 VALIDATION_FAILED'],
      [{ sku: 'PLAIN', expected_qty: 1, pallet_height_cm: 120 }, '400 VALIDATION_FAILED'],
      [
        { sku: 'PLAIN', expected_qty: 1, location_id: platform.threePl.locations['A-01']! },
        '400 UNKNOWN_REFERENCE',
      ],
      [{ sku: 'PLAIN', expected_qty: 1, pallet_lpn: 'ONCE-STANDS' }, '409 LPN_IN_USE'],
    ];
    const good = { sku: 'PLAIN', expected_qty: 3, pallet_lpn: 'ONCE-NEW' };
    for (const [line, answer] of bad) {
      const before = await everything();
      const refused = await atOnce([good, line]);
      t.is(`${refused.status} ${refused.body.error?.code}`, answer, refused.text);
      t.deepEqual(await everything(), before, answer);
      const steps = await inThreeSteps([good, line]);
      t.is(steps.body.error.code, refused.body.error.code);
      t.is(steps.body.error.message, refused.body.error.message);
    }
    const { error } = (await atOnce([good, { sku: 'LOT', expected_qty: 1 }])).body;
    t.deepEqual(error.details, { path: 'lines.1' });
  },
);

test.serial('what is not known, or only known at the dock, is refused by name', async (t) => {
  const { client, standard } = platform;
  const path = async (body: object): Promise<string> => {
    const { status, body: answer, text } = await client.post(receiptsPath, body);
    t.is(status, 400, text);
    return `${answer.error.details[0].code} ${answer.error.details[0].path}`;
  };
  const before = await everything();
  t.is(await path({ ...announcement(standard, []), receive: true }), 'required lines');
  const blind = announcement(standard, [{ sku: 'PLAIN', expected_qty: 1 }, { sku: 'PLAIN' }]);
  t.is(await path({ ...blind, receive: true }), 'required lines.1.expected_qty');
  for (const [field, value] of Object.entries({
    location_id: standard.locations['A-01'],
    manufacture_date: '2026-01-01',
    expiry_date: '2097-01-01',
    serial_nos: ['ONCE-7'],
    pallet_lpn: 'ONCE-7',
    pallet_height_cm: 120,
  })) {
    const early = announcement(standard, [{ sku: 'PLAIN', expected_qty: 1, [field]: value }]);
    t.is(await path(early), `not_allowed lines.0.${field}`);
    t.is(await path({ ...early, receive: false }), `not_allowed lines.0.${field}`);
  }
  t.deepEqual(await everything(), before);
});

test.serial(
  'a repeat with its key answers the same and receives once; two with one serial cannot both be',
  async (t) => {
    const { client, standard, owner } = platform;
    const body = { ...announcement(standard, [{ sku: 'PLAIN', expected_qty: 4 }]), receive: true };
    const keyed = { headers: { 'idempotency-key': 'receive-at-once' } };
    const first = await client.post(receiptsPath, body, keyed);
    const again = await client.post(receiptsPath, body, keyed);
    t.is(first.status, 201, first.text);
    t.is(again.status, 201, again.text);
    t.is(again.body.data.id, first.body.data.id);
    const posted = await owner.query('select qty_delta::int as qty from inventory_ledger where ref_id = $1', [
      first.body.data.id,
    ]);
    t.deepEqual(posted.rows, [{ qty: 4 }]);

    const same = { sku: 'SERIAL', expected_qty: 1, serial_nos: ['ONCE-RACE'] };
    const raced = await Promise.all([atOnce([same]), atOnce([same])]);
    t.deepEqual(raced.map(({ status, body: { error } }) => String(error?.code ?? status)).sort(), [
      '201',
      'SERIAL_IN_USE',
    ]);
    const kept = await owner.query(
      `select count(distinct receipt_id)::int as receipts, count(*)::int as serials from serials
      where organization_id = $1 and serial_no = 'ONCE-RACE'`,
      [standard.id],
    );
    t.deepEqual(kept.rows, [{ receipts: 1, serials: 1 }]);
  },
);

test('it takes both permissions, and a merchant receives only its own', async (t) => {
  const { clientWith, threePl } = platform;
  const wanted = { ...announcement(threePl, [{ sku: 'PLAIN', expected_qty: 2 }]), receive: true };
  const announcer = await clientWith(threePl, ['wms.inbound.create', 'wms.inbound.view']);
  const own = { merchant_id: threePl.merchantId };
  const barred = await announcer.post(receiptsPath, { ...wanted, ...own });
  t.is(`${barred.status} ${barred.body.error?.code}`, '403 FORBIDDEN', barred.text);
  t.is(barred.body.error.details.permission, 'wms.inbound.receive');
  t.is((await announcer.post(receiptsPath, { ...wanted, ...own, receive: false })).status, 201);

  const scoped = await clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const other = await clientWith(threePl, everyPermission, { merchantId: threePl.secondMerchantId! });
  const made = await scoped.post(receiptsPath, wanted);
  t.is(made.status, 201, made.text);
  t.like(made.body.data, { status: 'received', merchant_id: threePl.merchantId });
  t.is((await other.get(`${receiptsPath}/${made.body.data.id}`)).status, 404);
  t.is((await other.get('/api/wms/inventory')).body.data.length, 0);
  const theirs = await other.post(receiptsPath, wanted);
  t.is(theirs.body.error.details.path, 'lines.0.item_id', theirs.text);
  t.is((await other.post(receiptsPath, { ...wanted, ...own })).status, 400);
});

test('of a purchase, it tells the order; in a batch, each is by itself', async (t) => {
  const { client, standard, owner } = platform;
  const orderId = await makeOrder(client, standard);
  t.is((await client.post(`${ordersPath}/${orderId}/release`)).status, 200);
  const purchase = { source_type: 'purchase', source_id: orderId, vendor_id: standard.vendorId };
  const made = await atOnce([{ sku: 'PLAIN', expected_qty: 5 }], purchase);
  t.is(made.status, 201, made.text);
  const told = await owner.query(
    `select type from events where organization_id = $1 and subject_id = $2 and data ->> 'receipt_id' = $3`,
    [standard.id, orderId, made.body.data.id],
  );
  t.deepEqual(
    told.rows.map(({ type }) => type),
    ['purchase_order.partially_received'],
  );
  const batch = await client.post(`${receiptsPath}/batch`, {
    items: [
      { ...announcement(standard, [{ sku: 'PLAIN', expected_qty: 1 }]), receive: true },
      { ...announcement(standard, [{ sku: 'LOT', expected_qty: 1 }]), receive: true },
      announcement(standard, [{ sku: 'LOT', expected_qty: 1 }]),
    ],
  });
  const results = batch.body.data.items;
  t.deepEqual(
    results.map(({ status }: { status: number }) => status),
    [201, 400, 201],
    batch.text,
  );
  const ids = [made.body.data.id, results[0].result.id, results[2].result.id];
  const { rows } = await owner.query(
    'select status from unnest($1::uuid[]) with ordinality as k (id, n) join inbound_receipts using (id) order by n',
    [ids],
  );
  t.deepEqual(
    rows.map(({ status }) => status),
    ['received', 'received', 'new'],
  );
});
