/** Returned units are paid back: a credit note to the cent, its fee, what it refuses, and what voiding gives back. */
import test from 'ava';
import { parse } from 'csv-parse/sync';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { assertBooksHold } from '../journal/books.ts';
import {
  askReturn,
  authorizedReturn,
  credit,
  dispose,
  inspect,
  inspectedReturn,
  invoicedOrder,
  patch,
  post,
  receiveUnits,
  returnsPath,
  soldOrder,
} from './returns-rig.ts';

let platform: Running;
let client: Client;
let feeItem: string;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
  const { body } = await client.get('/api/accounting/accounts?page_size=200');
  const revenue_account_id = body.data.find(({ code }: any) => code === '4000').id;
  const item = { code: 'RESTOCK', name: 'Restocking', category: 'return', uom: 'unit', revenue_account_id };
  feeItem = (await client.post('/api/accounting/billing/items', item)).body.data.id;
});
test.after.always(() => platform?.stop());

const at = (id: string): string => `${returnsPath}/${id}`;
const invoices = '/api/accounting/invoices';

/** The credit note of a credit that must be accepted. */
async function noteOf(found: any, more: object = {}): Promise<any> {
  const answer = await credit(client, found, more);
  if (answer.status !== 201) throw new Error(`credit: ${answer.status} ${answer.text}`);
  return read(client, `${invoices}/${answer.body.data.credits.at(-1).id}`);
}

test.serial(
  'three returns of one line are credited one by one, exactly what was invoiced of it',
  async (t) => {
    const sold = await invoicedOrder(platform, 3, { price: 3.33, discount: 1, shipping_fee: 5, tax: 0.83 });
    t.like(sold.invoice, { subtotal: 14.99, discount_total: 1, tax_total: 0.83, total: 14.82 });
    t.is(sold.invoice.lines[0].order_line_id, sold.orderLineId);
    const notes: any[] = [];
    for (let unit = 0; unit < 3; unit += 1) {
      const found = await inspectedReturn(platform, sold, 1);
      const note = await noteOf(found);
      t.like(note, {
        kind: 'credit_note',
        status: 'draft',
        source: 'return',
        return_id: found.id,
        sales_order_id: sold.orderId,
        original_invoice_id: sold.invoice.id,
        customer_id: platform.standard.customerId,
      });
      t.like(note.lines[0], {
        order_line_id: sold.orderLineId,
        return_line_id: found.lines[0].id,
        quantity: 1,
        unit_price: 3.33,
        credit_percent: 100,
      });
      notes.push((await patch(client, `${invoices}/${note.id}`, { action: 'issue' })).body.data);
      t.is((await read(client, at(found.id))).lines[0].credited_qty, 1);
    }
    const cents = (field: string): number =>
      notes.reduce((total, note) => total + Math.round(note[field] * 100), 0);
    t.is(cents('subtotal'), 999);
    t.is(cents('discount_total'), 100);
    t.is(cents('tax_total'), Math.round((83 * 899) / 1399), 'shipping keeps its share of the tax');
    t.deepEqual(
      notes.map(({ discount_total: discount }) => discount),
      [0.33, 0.34, 0.33],
    );
    await assertBooksHold(t, platform, platform.standard.id);
  },
);

test.serial(
  'a percentage and a restocking fee: the note says both, and its lines stay as they are',
  async (t) => {
    const sold = await invoicedOrder(platform, 4, { price: 10, tax: 4 });
    const found = await inspectedReturn(platform, sold, 2);
    const [line] = found.lines;
    const note = await noteOf(found, {
      lines: [{ return_line_id: line.id, credit_percent: 50 }],
      restocking_fee: 2.5,
      fee_item_id: feeItem,
    });
    t.like(note, { subtotal: 7.5, tax_total: 1, total: 8.5 });
    t.deepEqual(
      note.lines.map(({ quantity, unit_price: price, amount }: any) => [quantity, price, amount]),
      [
        [2, 5, 10],
        [-1, 2.5, -2.5],
      ],
    );
    t.is(note.lines[1].billing_item_id, feeItem);
    const changed = await patch(client, `${invoices}/${note.id}`, {
      lines: [{ description: 'More', quantity: 1, unit_price: 9, billing_item_id: feeItem }],
    });
    t.is(changed.body.error.code, 'INVOICE_LINES_FIXED');
    const issued = await patch(client, `${invoices}/${note.id}`, { action: 'issue' });
    t.is(issued.body.data.status, 'open');
    const file = (await client.get('/api/exports/returns')).text;
    const rows: any[] = parse(file, { columns: true }).filter((row: any) => row.return_id === found.id);
    t.like(rows, [
      { grade_a_qty: '2', grade_b_qty: '0', credited_qty: '2', credited_amount: '10', return_fee: '2.5' },
    ]);
    t.is(rows[0].currency, note.currency);
    await assertBooksHold(t, platform, platform.standard.id);
  },
);

test.serial(
  'the tax of a credit follows from its invoice: its draft is neither put under reverse charge nor taken out of it',
  async (t) => {
    const sold = await invoicedOrder(platform, 2, { price: 10, tax: 4 });
    const note = await noteOf(await inspectedReturn(platform, sold, 1));
    t.like(note, { tax_total: 2, total: 12 });
    for (const words of [{ reverse_charge: false }, { reverse_charge: true, buyer_vat_id: 'ATU13585627' }]) {
      const changed = await patch(client, `${invoices}/${note.id}`, words);
      t.is(changed.body.error?.code, 'INVOICE_LINES_FIXED', changed.text);
    }
    t.like(await read(client, `${invoices}/${note.id}`), { tax_total: 2, total: 12, reverse_charge: false });
  },
);

test.serial('what is voided or deleted may be credited again, to the same cent', async (t) => {
  const sold = await invoicedOrder(platform, 3, { price: 0.33, discount: 0.1, tax: 0.07 });
  const found = await inspectedReturn(platform, sold, 3);
  const [line] = found.lines;
  const one = () => noteOf(found, { lines: [{ return_line_id: line.id, qty: 1 }] });
  const [first, second] = [await one(), await one()];
  t.is((await patch(client, `${invoices}/${first.id}`, { action: 'issue' })).status, 200);
  t.is((await patch(client, `${invoices}/${first.id}`, { action: 'void', reason: 'Again' })).status, 200);
  t.is((await client.delete(`${invoices}/${second.id}`)).status, 200);
  t.is((await read(client, at(found.id))).lines[0].credited_qty, 0);
  const rest = [await one(), await noteOf(found)];
  const sums = rest.map(({ total }) => Math.round(total * 100));
  t.is(sums[0]! + sums[1]!, Math.round(sold.invoice.total * 100));
  const over = await credit(client, found);
  t.like(over.body.error, { code: 'CREDIT_EXCEEDS_RETURNED' });
  t.like(over.body.error.details.units[0], { return_line_id: line.id, returned: 3, credited: 3 });
  const invoice = await patch(client, `${invoices}/${sold.invoice.id}`, { action: 'void', reason: 'No' });
  t.is(invoice.body.error.code, 'HAS_CREDIT_NOTES');
});

test.serial(
  'a credit is refused while nothing was inspected, without an invoice, and for more than came back',
  async (t) => {
    const sold = await invoicedOrder(platform, 2);
    const asked = (await askReturn(client, sold, 1)).body.data;
    t.is((await credit(client, asked)).body.error.code, 'ILLEGAL_TRANSITION');
    const found = await authorizedReturn(client, sold, 1);
    await receiveUnits(platform, found, 1);
    t.is((await credit(client, found)).body.error.code, 'CREDIT_EXCEEDS_RETURNED', 'not inspected');
    const line = { return_line_id: found.lines[0].id };
    await inspect(client, found, 1);
    const more = await credit(client, found, { lines: [{ ...line, qty: 2 }] });
    t.like(more.body.error.details, { returned: 1, credited: 0, would_be: 2 });
    const twice = await credit(client, found, { lines: [line, line] });
    t.like(twice.body.error.details[0], { path: 'lines.1.return_line_id', code: 'duplicate' });
    const strange = await credit(client, found, { lines: [{ return_line_id: found.id }] });
    t.is(strange.body.error.code, 'UNKNOWN_REFERENCE');
    const lines = [{ ...line, inspection_id: found.id }];
    const unlooked = await credit(client, found, { lines });
    t.like(unlooked.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'lines.0.inspection_id' } });
    const early = await credit(client, found, { invoice_date: '2020-01-01' });
    t.like(early.body.error.details[0], { path: 'invoice_date', code: 'range' });
    const nowhere = await credit(client, found, { restocking_fee: 0.5 });
    t.like(nowhere.body.error.details[0], { path: 'fee_item_id', code: 'required' });
    const dear = await credit(client, found, { restocking_fee: 9, fee_item_id: feeItem });
    t.like(dear.body.error.details[0], { path: 'restocking_fee', code: 'range' });
    const unknown = await credit(client, found, { restocking_fee: 0.5, fee_item_id: found.id });
    t.is(unknown.body.error.code, 'UNKNOWN_REFERENCE');

    const unbilled = await inspectedReturn(platform, await soldOrder(platform, 1), 1);
    t.like((await credit(client, unbilled)).body.error, { code: 'RETURN_NOT_INVOICED' });
    t.is((await credit(client, found)).status, 201);
  },
);

test.serial(
  'what is wanted otherwise is credited only by name, and what was never sold not at all',
  async (t) => {
    const sold = await invoicedOrder(platform, 2);
    const replaced = await inspectedReturn(platform, sold, 1, { wanted: 'replace' });
    t.is((await credit(client, replaced)).body.error.code, 'CREDIT_EXCEEDS_RETURNED');
    const named = await credit(client, replaced, { lines: [{ return_line_id: replaced.lines[0].id }] });
    t.is(named.status, 201, named.text);

    const lines = [{ item_id: platform.standard.items['PLAIN'], qty: 1, reason_code: 'stray' }];
    const unplanned = await post(client, returnsPath, {
      warehouse_id: platform.standard.warehouseId,
      kind: 'customer',
      lines,
    });
    const { id } = unplanned.body.data;
    const found = (await patch(client, at(id), { action: 'authorize' })).body.data;
    await receiveUnits(platform, found, 1);
    t.is((await credit(client, found)).body.error.code, 'RETURN_NOT_INVOICED');
  },
);

test.serial('a 3PL credits nobody: 400 before anything is looked at', async (t) => {
  const house = await platform.clientWith(platform.threePl, ['oms.returns.credit']);
  const answer = await credit(house, { id: platform.standard.merchantId });
  t.like(answer.body.error, { code: 'EDITION_STANDARD_ONLY' });
});

test.serial('units that go back to the customer are credited only when their line is named', async (t) => {
  const sold = await invoicedOrder(platform, 3, { price: 10 });
  const found = await inspectedReturn(platform, sold, 3);
  const [{ id: inspectionId }] = (await read(client, at(found.id))).inspections;
  const some = { qty: 2, location_id: platform.standard.locations['DOCK-1'] };
  const sent = await dispose(client, found, inspectionId, 'customer', some);
  t.is(sent.status, 201, sent.text);
  t.like(await noteOf(found), { total: 10 });
  t.like((await credit(client, found)).body.error, {
    code: 'CREDIT_EXCEEDS_RETURNED',
    details: { units: [{ returned: 3, sent_back: 2, credited: 1 }] },
  });
  t.like(await noteOf(found, { lines: [{ return_line_id: found.lines[0].id, qty: 1 }] }), { total: 10 });
});
