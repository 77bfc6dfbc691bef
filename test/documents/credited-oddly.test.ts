/** What accountants do besides splitting an invoice evenly: every way ends at the cent, or is refused. */
import test, { type ExecutionContext } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { assertBooksHold, base, issue, issuedInvoice } from '../journal/books.ts';
import { credit as creditReturn, inspectedReturn, invoicedOrder } from '../returns/returns-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after('the books hold after everything', (t) => assertBooksHold(t, platform, platform.standard.id));
test.after.always(() => platform?.stop());

const path = (id: string) => `${base}/invoices/${id}`;
const party = () => ({ customer_id: platform.standard.customerId });
const cents = (notes: readonly any[], field: string) =>
  notes.reduce((sum, note) => sum + Math.round(note[field] * 100), 0);

const credit = (invoice: any, lines: object[], more: object = {}) =>
  platform.client.post(`${base}/invoices`, {
    kind: 'credit_note',
    original_invoice_id: invoice.id,
    lines,
    ...more,
  });

async function credited(t: ExecutionContext, invoice: any, lines: object[]): Promise<any> {
  const made = await credit(invoice, lines);
  t.is(made.status, 201, made.text);
  return issue(t, platform.client, made.body.data.id);
}

/** What an invoice and its live credit notes leave in the books, by account and tax. */
async function leftOf(invoice: any): Promise<unknown[]> {
  const { rows } = await platform.owner.query(
    `select coalesce(a.system_key, a.code) as account, j.tax_code, j.tax_rate,
            sum(j.debit - j.credit)::float as amount, sum(j.base_debit - j.base_credit)::float as base
       from invoices n
       join journal_entries e on e.organization_id = n.organization_id and e.source_id = n.id and e.event = 'issue'
       join journal_lines j on j.organization_id = e.organization_id and j.entry_id = e.id
       join accounts a on a.organization_id = j.organization_id and a.id = j.account_id
      where n.organization_id = $1 and $2 in (n.id, n.original_invoice_id) and n.status <> 'void'
      group by 1, 2, 3 having sum(j.debit - j.credit) <> 0 or sum(j.base_debit - j.base_credit) <> 0`,
    [platform.standard.id, invoice.id],
  );
  return rows;
}

for (const words of [{}, { currency: 'EUR', exchange_rate: 1.37 }])
  test(`a line below zero is credited after what it was taken off, ${JSON.stringify(words)}`, async (t) => {
    const vat = { tax_code: 'V19', tax_rate: 19 };
    const lines = [
      { unit_price: 0.29, ...vat },
      { unit_price: -0.02, ...vat },
      { unit_price: 10, tax_code: 'V7', tax_rate: 7 },
    ];
    const invoice = await issuedInvoice(t, platform.client, party(), { ...words, lines });
    const [charge, cut, other] = invoice.lines.map(({ id }: any) => ({ original_line_id: id }));
    await credited(t, invoice, [charge]);
    await credited(t, invoice, [cut, other]);
    t.deepEqual(await leftOf(invoice), []);
  });

for (const words of [{}, { currency: 'EUR', exchange_rate: 1.37137 }])
  test(`a return credited by an earlier version counts for who names the line, ${JSON.stringify(words)}`, async (t) => {
    const sold = await invoicedOrder(platform, 3, { price: 9.99, tax: 3.01, ...words });
    const { invoice } = sold;
    const found = await inspectedReturn(platform, sold, 2);
    const answer = await creditReturn(platform.client, found);
    t.is(answer.status, 201, answer.text);
    const { id } = answer.body.data.credits.at(-1);
    await platform.owner.query(
      `update invoice_lines set original_line_id = null where organization_id = $1 and invoice_id = $2`,
      [platform.standard.id, id],
    );
    const note = await issue(t, platform.client, id);
    const line = { original_line_id: invoice.lines[0].id };
    const more = await credit(invoice, [{ ...line, quantity: 2 }]);
    t.is(more.status, 400, 'one unit is left');
    const rest = await credited(t, invoice, [line]);
    t.is(rest.lines[0].quantity, 1);
    t.is(cents([note, rest], 'tax_total'), 301);
    t.is(cents([note, rest], 'total'), Math.round(invoice.total * 100));
    t.deepEqual(await leftOf(invoice), []);
  });

test('a line that bore no tax gives none back, and one that bore it gives it', async (t) => {
  const { client } = platform;
  const paper = await client.patch('/api/tenancy/paper', { vat_id: 'DE811907980' });
  t.is(paper.status, 200, paper.text);
  const lines = [{ unit_price: 100, quantity: 2, tax_code: 'V19', tax_rate: 19 }];
  const words = { reverse_charge: true, buyer_vat_id: 'FR40303265045', lines };
  const reversed = await issuedInvoice(t, client, party(), words);
  t.like(reversed, { reverse_charge: true, tax_total: 0 });
  const line = { original_line_id: reversed.lines[0].id, quantity: 1 };
  const taxed = await credit(reversed, [line], { reverse_charge: false });
  t.like(taxed.body.error?.details[0], { path: 'reverse_charge', code: 'differs' });
  const plain = await issuedInvoice(t, client, party(), { lines });
  const untaxed = await credit(plain, [{ original_line_id: plain.lines[0].id, quantity: 1 }], {
    reverse_charge: true,
    buyer_vat_id: 'FR40303265045',
  });
  t.like(untaxed.body.error?.details[0], { path: 'reverse_charge', code: 'differs' });
  const draft = (await credit(plain, [{ original_line_id: plain.lines[0].id, quantity: 1 }])).body.data;
  const turned = await client.patch(path(draft.id), { reverse_charge: true, buyer_vat_id: 'FR40303265045' });
  t.like(turned.body.error?.details[0], { path: 'reverse_charge', code: 'differs' });
});

for (const [currency, exponent] of [
  ['JPY', 0],
  ['KWD', 3],
] as const)
  test(`thirds of an odd ${currency} come to it`, async (t) => {
    const unit = 1 / 10 ** exponent;
    const lines = [
      {
        quantity: 3,
        unit_price: 10 * unit + unit / 3 - ((unit / 3) % 0.000001),
        tax_code: 'V8',
        tax_rate: 8.5,
      },
    ].map((line) => ({ ...line, unit_price: Number(line.unit_price.toFixed(6)) }));
    const invoice = await issuedInvoice(t, platform.client, party(), {
      currency,
      exchange_rate: 0.0077,
      lines,
    });
    for (let third = 0; third < 3; third += 1)
      await credited(t, invoice, [{ original_line_id: invoice.lines[0].id, quantity: 1 }]);
    t.deepEqual(await leftOf(invoice), []);
    t.is((await credit(invoice, [{ original_line_id: invoice.lines[0].id }])).status, 400);
  });

test('half a price given back of a return leaves the other half to who names the line', async (t) => {
  const sold = await invoicedOrder(platform, 2, { price: 10, tax: 2 });
  const found = await inspectedReturn(platform, sold, 1);
  const answer = await creditReturn(platform.client, found, {
    lines: [{ return_line_id: found.lines[0].id, credit_percent: 50 }],
  });
  t.is(answer.status, 201, answer.text);
  const note = await issue(t, platform.client, answer.body.data.credits.at(-1).id);
  t.is(note.total, 5.5);
  const rest = await credited(t, sold.invoice, [{ original_line_id: sold.invoice.lines[0].id }]);
  t.like(rest, { subtotal: 10, tax_total: 1 });
});

test('units are credited by name first and come back afterwards: nothing is credited twice', async (t) => {
  const sold = await invoicedOrder(platform, 2, { price: 9.99, tax: 1.01 });
  const named = await credited(t, sold.invoice, [
    { original_line_id: sold.invoice.lines[0].id, quantity: 1 },
  ]);
  const found = await inspectedReturn(platform, sold, 2);
  const answer = await creditReturn(platform.client, found);
  t.is(answer.status, 201, answer.text);
  const note = await issue(t, platform.client, answer.body.data.credits.at(-1).id);
  t.is(cents([named, note], 'total'), Math.round(sold.invoice.total * 100));
  t.deepEqual(await leftOf(sold.invoice), []);
});

test('part of a line and the rest of it in one note; a draft holds the invoice until it is deleted', async (t) => {
  const { client } = platform;
  const lines = [{ quantity: 3, unit_price: 0.335, tax_code: 'V19', tax_rate: 19 }];
  const invoice = await issuedInvoice(t, client, party(), { lines });
  const named = { original_line_id: invoice.lines[0].id.toUpperCase() };
  const draft = await credit(invoice, [{ ...named, quantity: 1 }, named]);
  t.is(draft.status, 201, draft.text);
  const { id, lines: kept, ...note } = draft.body.data;
  t.deepEqual(
    kept.map((line: any) => [line.quantity, line.original_line_id]),
    [1, 2].map((quantity) => [quantity, invoice.lines[0].id]),
  );
  t.like(note, { total: invoice.total, tax_total: invoice.tax_total });
  const free = await credit(invoice, [{ ...lines[0], account_id: kept[0].account_id, description: 'More' }]);
  t.is(free.body.error.code, 'CREDIT_EXCEEDS_INVOICE');
  const undo = () => client.patch(path(invoice.id), { action: 'void', reason: 'Wrong' });
  t.is((await undo()).body.error.code, 'HAS_CREDIT_NOTES');
  t.is((await client.delete(path(id))).status, 200);
  t.is((await undo()).status, 200);
  const late = await credit(invoice, [named]);
  t.like(late.body.error.details[0], { path: 'original_invoice_id', code: 'not_issued' });
});
