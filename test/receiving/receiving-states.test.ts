import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeOrder } from '../helpers/purchase.ts';
import { makeReceipt, receiptsPath, type MadeReceipt } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const post = (id: string, verb: string, body: object = {}) =>
  platform.client.post(`${receiptsPath}/${id}/${verb}`, body);

/** A receipt brought to a state through the service; legacy checked_in is planted. */
async function receiptIn(status: string): Promise<MadeReceipt> {
  const { client, standard, owner } = platform;
  const receipt = await makeReceipt(client, standard, {
    source_type: status === 'imported' ? 'portal' : 'manual',
  });
  if (status === 'checked_in')
    await owner.query("update inbound_receipts set status = 'checked_in' where id = $1", [receipt.id]);
  if (['receiving', 'received', 'closed'].includes(status)) await receipt.receive({ received_qty: 10 });
  if (['received', 'closed'].includes(status)) await post(receipt.id, 'complete-receive');
  if (status === 'closed') await post(receipt.id, 'close');
  return receipt;
}

const verbs: Record<string, (receipt: MadeReceipt) => Promise<{ status: number; body: any }>> = {
  'receive-line': (receipt) => receipt.receive({ received_qty: 1 }),
  'receive-all': (receipt) =>
    post(receipt.id, 'receive-all', {
      lines: [
        {
          line_id: receipt.lines[0]!.id,
          received_qty: 1,
          location_id: platform.standard.locations['DOCK-1'],
        },
      ],
    }),
  lines: (receipt) => post(receipt.id, 'lines', { item_id: platform.standard.items['LOT'] }),
  task: (receipt) => platform.client.post('/api/wms/receiving-tasks', { receipt_id: receipt.id }),
  'complete-receive': (receipt) => post(receipt.id, 'complete-receive'),
  close: (receipt) => post(receipt.id, 'close'),
  'reverse-line': (receipt) =>
    post(receipt.id, 'reverse-line', { receipt_line_id: receipt.lines[0]!.id, rejected_qty: 1, note: 'x' }),
};

const receivable = {
  'receive-line': '200',
  'receive-all': '200',
  lines: '201',
  task: '201',
  close: '400 ILLEGAL_TRANSITION',
};
const notReceivable = Object.fromEntries(
  ['receive-line', 'receive-all', 'lines', 'task'].map((verb) => [verb, '409 RECEIPT_NOT_RECEIVABLE']),
);
const unopened = {
  ...receivable,
  'complete-receive': '400 RECEIPT_EMPTY',
  'reverse-line': '400 ILLEGAL_TRANSITION',
};
// Nothing was rejected, so a reversal that is legal in its state is refused for its quantity.
const expectations: Record<string, Record<string, string>> = {
  imported: unopened,
  new: unopened,
  checked_in: unopened,
  receiving: { ...receivable, 'complete-receive': '200', 'reverse-line': '400 VALIDATION_FAILED' },
  received: {
    ...notReceivable,
    'complete-receive': '200',
    close: '200',
    'reverse-line': '400 VALIDATION_FAILED',
  },
  closed: {
    ...notReceivable,
    'complete-receive': '400 ILLEGAL_TRANSITION',
    close: '200',
    'reverse-line': '400 ILLEGAL_TRANSITION',
  },
};

for (const [status, answers] of Object.entries(expectations)) {
  for (const [verb, expected] of Object.entries(answers)) {
    test(`a receipt that is ${status} answers ${verb} with ${expected}`, async (t) => {
      const receipt = await receiptIn(status);
      const { status: http, body } = await verbs[verb]!(receipt);
      t.is(body.ok ? String(http) : `${http} ${body.error.code}`, expected, JSON.stringify(body));
      if (body.error?.code === 'RECEIPT_NOT_RECEIVABLE') t.is(body.error.details.status, status);
    });
  }
}

test('sources start imported or new', async (t) => {
  const { client, standard } = platform;
  const starts: Record<string, string> = {
    purchase: 'imported',
    portal: 'imported',
    drayage: 'imported',
    manual: 'new',
    return: 'new',
  };
  for (const [source_type, status] of Object.entries(starts)) {
    const { id, receipt_no } = await makeReceipt(client, standard, {
      source_type,
      ...(source_type === 'purchase' ? { source_id: await makeOrder(client, standard) } : {}),
    });
    t.is((await client.get(`${receiptsPath}/${id}`)).body.data.status, status);
    t.regex(receipt_no, /^RCPT-\d{8}-\d{4,}$/);
  }
});

test('an empty receipt completes when zero is confirmed', async (t) => {
  const { client, standard } = platform;
  const { id } = await makeReceipt(client, standard);
  const done = await post(id, 'complete-receive', { confirm_zero: true });
  t.is(done.body.data.status, 'received', done.text);
});

test('completing and closing again answer the same body and tell nothing', async (t) => {
  const { owner } = platform;
  const { id } = await receiptIn('receiving');
  for (const verb of ['complete-receive', 'close']) {
    const first = await post(id, verb);
    const again = await post(id, verb);
    t.is(again.text, first.text);
    t.is(again.status, 200);
  }
  const { rows } = await owner.query('select type from events where subject_id = $1 order by subject_seq', [
    id,
  ]);
  t.deepEqual(
    rows.map(({ type }) => type),
    ['receipt.created', 'receipt.receiving', 'receipt.line_received', 'receipt.received', 'receipt.closed'],
  );
});

test('a closed receipt is refused by the database itself, whoever asks', async (t) => {
  const { owner, standard } = platform;
  const { id, lines } = await receiptIn('closed');
  const frozen = async (sql: string, bindings: unknown[]) => {
    const fault = await t.throwsAsync(owner.query(sql, bindings));
    t.is((fault as { code?: string } | undefined)?.code, 'WP002', sql);
  };
  await frozen("update inbound_receipts set title = 'another' where id = $1", [id]);
  await frozen("update inbound_receipts set status = 'received' where id = $1", [id]);
  await frozen('delete from inbound_receipts where id = $1', [id]);
  await frozen('update inbound_receipt_lines set received_qty = 99 where id = $1', [lines[0]!.id]);
  await frozen('delete from inbound_receipt_lines where id = $1', [lines[0]!.id]);
  await frozen(
    `insert into inbound_receipt_lines (organization_id, id, receipt_id, merchant_id, line_no, item_id, uom, uom_factor)
     values ($1, gen_random_uuid(), $2, $3, 9, $4, 'EA', 1)`,
    [standard.id, id, standard.merchantId, standard.items['LOT']],
  );
});

test('the discrepancy report tells short, over, damaged, rejected and wrong lot, and is frozen at close', async (t) => {
  const { client, standard } = platform;
  const receipt = await makeReceipt(client, standard, {
    lines: [
      { sku: 'PLAIN', qty: 10 },
      { sku: 'PLAIN', qty: 10 },
      { sku: 'LOT', qty: 5, lot_no: 'WANTED' },
      { sku: 'QC', qty: 3 },
    ],
  });
  await receipt.receive({ received_qty: 5, damaged_qty: 1, rejected_qty: 2 }, 0);
  await receipt.receive({ received_qty: 12, allow_over_receive: true }, 1);
  await receipt.receive({ received_qty: 4, lot_no: 'OTHER' }, 2);
  await receipt.receive({ received_qty: 1, lot_no: 'WANTED' }, 2);
  await receipt.receive({ received_qty: 3 }, 3);
  const added = await post(receipt.id, 'lines', { item_id: standard.items['QC'] });
  const unplanned = added.body.data.lines[4];
  t.like(unplanned, { is_unplanned: true, expected_qty: null, sku: 'QC', item_name: 'Item QC' });
  await receipt.receive({ receipt_line_id: unplanned.id, received_qty: 6 });

  const report = async () => (await client.get(`${receiptsPath}/${receipt.id}/discrepancies`)).body.data;
  const short = (found: any) =>
    found.discrepancies.map((one: any) => `${one.line_no} ${one.type} ${one.qty} ${one.lot_no ?? ''}`.trim());
  const expected = [
    '1 short 2',
    '1 damaged 1',
    '1 rejected 2',
    '2 over 2',
    '3 wrong_lot 4 OTHER',
    '5 over 6',
  ];
  const open = await report();
  t.false(open.is_final);
  t.deepEqual(short(open), expected);
  await post(receipt.id, 'complete-receive');
  await post(receipt.id, 'close');
  const final = await report();
  t.true(final.is_final);
  t.deepEqual(short(final), expected);
});

test('a reversal is an entry that points at the receipt, takes back what it says and no more', async (t) => {
  const { client, standard, owner } = platform;
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'PLAIN', qty: 20 }] });
  const counted = await receipt.receive({
    received_qty: 8,
    damaged_qty: 2,
    rejected_qty: 3,
    location_id: standard.locations['A-05'],
  });
  const [goodEntry, damagedEntry] = counted.body.data.ledger_entry_ids;
  const line = { receipt_line_id: receipt.lines[0]!.id, note: 'counted twice' };
  const part = await post(receipt.id, 'reverse-line', { ...line, ledger_entry_id: goodEntry, qty: 3 });
  t.is(part.status, 200, part.text);
  t.like(part.body.data.line, { received_qty: 5, damaged_qty: 2, rejected_qty: 3, remaining_qty: 10 });
  t.like(part.body.data.receipt.progress, { ratio: 0.5, counted_qty: 10 });
  const tooMuch = await post(receipt.id, 'reverse-line', { ...line, ledger_entry_id: goodEntry, qty: 6 });
  t.is(`${tooMuch.status} ${tooMuch.body.error.code}`, '400 VALIDATION_FAILED');
  const rest = await post(receipt.id, 'reverse-line', {
    ...line,
    ledger_entry_id: damagedEntry,
    rejected_qty: 3,
  });
  t.like(rest.body.data.line, { received_qty: 5, damaged_qty: 0, rejected_qty: 0 });
  const again = await post(receipt.id, 'reverse-line', { ...line, ledger_entry_id: damagedEntry });
  t.is(again.status, 400);
  const { rows } = await owner.query(
    "select qty_delta::float as qty, reverses_id, ref_type, ref_id from inventory_ledger where ref_id = $1 and transaction_type = 'reverse' order by occurred_at",
    [receipt.id],
  );
  t.deepEqual(rows, [
    { qty: -3, reverses_id: goodEntry, ref_type: 'inbound_receipt', ref_id: receipt.id },
    { qty: -2, reverses_id: damagedEntry, ref_type: 'inbound_receipt', ref_id: receipt.id },
  ]);
  const moved = await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    item_id: standard.items['PLAIN'],
    from_location_id: standard.locations['A-05'],
    to_location_id: standard.locations['A-04'],
    qty: 5,
  });
  t.is(moved.status, 200, moved.text);
  const gone = await post(receipt.id, 'reverse-line', { ...line, ledger_entry_id: goodEntry });
  t.is(`${gone.status} ${gone.body.error.code}`, '409 INSUFFICIENT_STOCK');
});
