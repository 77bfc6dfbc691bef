/**
 * However an invoice is split into credit notes, they come to it to the cent: of each line, of the tax at each code and
 * rate, and in the base currency.
 */
import test, { type ExecutionContext } from 'ava';
import { huntTimes } from '../helpers/environment.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { diceOf, type Dice } from '../goods/dice.ts';
import { accountsByCode, assertBooksHold, base, issue, issuedInvoice, pay } from '../journal/books.ts';
import { invoicedOrder } from '../returns/returns-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after('the books hold after everything', (t) => assertBooksHold(t, platform, platform.standard.id));
test.after.always(() => platform?.stop());

const path = (id: string) => `${base}/invoices/${id}`;
const party = () => ({ customer_id: platform.standard.customerId });
const vat = (rate: number) => ({ tax_code: `V${rate}`, tax_rate: rate });

const credit = (invoice: any, lines: object[]) =>
  platform.client.post(`${base}/invoices`, { kind: 'credit_note', original_invoice_id: invoice.id, lines });

async function credited(t: ExecutionContext, invoice: any, lines: object[]): Promise<any> {
  const made = await credit(invoice, lines);
  t.is(made.status, 201, made.text);
  return issue(t, platform.client, made.body.data.id);
}

/** What an invoice and its live credit notes leave in the books, by account, line and tax: nothing, once all is credited. */
async function leftOf(invoice: any): Promise<unknown[]> {
  const { rows } = await platform.owner.query(
    `select coalesce(a.system_key, a.code) as account, coalesce(l.original_line_id, l.id) as line, j.tax_code, j.tax_rate,
            sum(j.debit - j.credit)::float as amount, sum(j.base_debit - j.base_credit)::float as base
       from invoices n
       join journal_entries e on e.organization_id = n.organization_id and e.source_id = n.id and e.event = 'issue'
       join journal_lines j on j.organization_id = e.organization_id and j.entry_id = e.id
       join accounts a on a.organization_id = j.organization_id and a.id = j.account_id
       left join invoice_lines l on l.organization_id = j.organization_id and l.id = j.invoice_line_id
      where n.organization_id = $1 and $2 in (n.id, n.original_invoice_id) and n.status <> 'void'
      group by 1, 2, 3, 4 having sum(j.debit - j.credit) <> 0 or sum(j.base_debit - j.base_credit) <> 0`,
    [platform.standard.id, invoice.id],
  );
  return rows;
}

test('two halves of a small tax come to all of it, not to a cent less or more', async (t) => {
  const accounts = await accountsByCode(platform.client);
  for (const price of [0.02, 0.03]) {
    const [whole, half] = [2 * price, price].map((unit_price) => [{ unit_price, ...vat(19) }]);
    const invoice = await issuedInvoice(t, platform.client, party(), { lines: whole! });
    const line = { account_id: accounts['4000'], description: 'Half of it', quantity: 1, ...half![0] };
    const notes = [await credited(t, invoice, [line]), await credited(t, invoice, [line])];
    t.is(
      notes.reduce((sum, { total }) => sum + Math.round(total * 100), 0),
      Math.round(invoice.total * 100),
    );
    const { rows } = await platform.owner.query(
      `select sum(l.debit - l.credit)::float as tax from journal_lines l
         join journal_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
        where l.tax_part = 'tax' and e.source_id = any($1)`,
      [[invoice, ...notes].map(({ id }) => id)],
    );
    t.is(rows[0].tax, 0);
  }
});

/** Lines of a few odd prices, some with a discount, taxed at two rates. */
const oddLines = (dice: Dice) =>
  Array.from({ length: 1 + dice.below(3) }, () => {
    const [quantity, unit_price] = [1 + dice.below(7), (1 + dice.below(3000)) / 1000];
    const isCut = dice.chance(0.4) && quantity * unit_price > 0.2;
    return { quantity, unit_price, ...(isCut ? { discount: 0.11 } : {}), ...vat(dice.pick([19, 7, 8.875])!) };
  });

/** A part of what is left of some lines; `left` is by the id of the line. */
function someOf(left: Map<string, number>, dice: Dice): object[] {
  const open = [...left].filter(([, quantity]) => quantity > 0);
  const first = dice.below(open.length);
  return open
    .filter((_, index) => index === first || dice.chance(0.4))
    .map(([id, quantity]) => ({
      original_line_id: id,
      quantity: dice.chance(0.3) ? quantity : 1 + dice.below(quantity),
    }));
}

for (const seed of Array.from({ length: 8 * huntTimes() }, (_, index) => index + 1))
  test(`credit notes of a random split come to the invoice, seed ${seed}`, async (t) => {
    t.timeout(120_000);
    const { client } = platform;
    const dice = diceOf(seed);
    const euros = { currency: 'EUR', exchange_rate: (50 + dice.below(1000)) / 733 };
    const rate = Math.round(euros.exchange_rate * 1e6) / 1e6;
    const words = dice.chance(0.7) ? { ...euros, exchange_rate: rate } : {};
    const invoice = await issuedInvoice(t, client, party(), { ...words, lines: oddLines(dice) });
    const left = new Map<string, number>(invoice.lines.map((one: any) => [one.id, one.quantity]));
    const take = (lines: any[], sign: 1 | -1) => {
      for (const line of lines)
        left.set(line.original_line_id, left.get(line.original_line_id)! - sign * line.quantity);
    };
    const issued: any[] = [];
    while ([...left.values()].some((quantity) => quantity > 0)) {
      const made = await credit(invoice, someOf(left, dice));
      t.is(made.status, 201, made.text);
      const note = made.body.data;
      take(note.lines, 1);
      if (dice.chance(0.15)) {
        t.is((await client.delete(path(note.id))).status, 200);
        take(note.lines, -1);
        continue;
      }
      issued.push(await issue(t, client, note.id));
      if (dice.chance(0.2)) {
        const [undone] = issued.splice(dice.below(issued.length), 1);
        t.is((await client.patch(path(undone.id), { action: 'void', reason: 'Again' })).status, 200);
        take(undone.lines, -1);
      }
    }
    t.deepEqual(await leftOf(invoice), []);
    const notes = (await client.get(`${base}/invoices?original_invoice_id=${invoice.id}&page_size=100`)).body
      .data;
    const live = notes.filter(({ status }: any) => status !== 'void');
    for (const { id, total } of live)
      if (total > 0) {
        const used = { method: 'credit_note', credit_invoice_id: id, amount: total };
        t.is((await pay(t, client, invoice.id, used)).journal_entry_id, null, 'no exchange difference');
      }
    t.like((await client.get(path(invoice.id))).body.data, { status: 'paid', amount_due: 0 });
  });

test('a note gives back all that is left of a line; more is refused, and so is what follows from the line', async (t) => {
  const { client } = platform;
  const lines = [{ quantity: 3, unit_price: 0.335, ...vat(19) }, { unit_price: 10 }];
  const invoice = await issuedInvoice(t, client, party(), { lines });
  const [odd, other] = invoice.lines.map(({ id }: any) => id);
  const first = await credited(t, invoice, [
    { original_line_id: odd, quantity: 1, description: 'One too many' },
  ]);
  t.like(first.lines[0], {
    original_line_id: odd,
    description: 'One too many',
    unit_price: 0.335,
    tax_rate: 19,
  });
  const draft = (await credit(invoice, [{ original_line_id: odd }])).body.data;
  t.like(draft.lines[0], { quantity: 2, description: 'Storage' });
  t.is(first.lines[0].amount + draft.lines[0].amount, invoice.lines[0].amount);
  const none = await credit(invoice, [{ original_line_id: odd }]);
  t.like(none.body.error.details[0], { path: 'lines.0.quantity', code: 'range' }, 'a draft counts');
  const less = await client.patch(path(draft.id), { lines: [{ original_line_id: odd, quantity: 1 }] });
  t.is(less.status, 200, less.text);
  const fixed = await credit(invoice, [{ original_line_id: odd, tax_rate: 7 }]);
  t.like(fixed.body.error.details[0], { path: 'lines.0.tax_rate', code: 'not_allowed' });
  const elsewhere = await issuedInvoice(t, client, party());
  const wrong = await credit(invoice, [{ original_line_id: elsewhere.lines[0].id }]);
  t.like(wrong.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'lines.0.original_line_id' } });
  const alone = await client.post(`${base}/invoices`, { ...party(), lines: [{ original_line_id: other }] });
  t.like(alone.body.error.details[0], { path: 'lines.0.original_line_id', code: 'not_allowed' });
  const bare = await credit(invoice, [{ description: 'Nothing said' }]);
  t.like(bare.body.error.details[0], { path: 'lines.0.quantity', code: 'required' });
});

test('two credits at once of the last unit: one of them is refused', async (t) => {
  const invoice = await issuedInvoice(t, platform.client, party(), {
    lines: [{ quantity: 2, unit_price: 5 }],
  });
  const [{ id }] = invoice.lines;
  for (const expected of [
    [201, 201],
    [400, 400],
  ]) {
    const answers = await Promise.all(
      [1, 2].map(() => credit(invoice, [{ original_line_id: id, quantity: 1 }])),
    );
    t.deepEqual(
      answers.map(({ status }) => status),
      expected,
    );
  }
});

test('the tax of an order, given as one sum, is shared out over its lines', async (t) => {
  const sold = await invoicedOrder(platform, 3, { price: 3.33, discount: 0.01, tax: 1 });
  const { invoice } = sold;
  const notes: any[] = [];
  for (let unit = 0; unit < 3; unit += 1)
    notes.push(await credited(t, invoice, [{ original_line_id: invoice.lines[0].id, quantity: 1 }]));
  const cents = (field: string) => notes.reduce((sum, note) => sum + Math.round(note[field] * 100), 0);
  t.is(cents('tax_total'), 100);
  t.is(cents('total'), Math.round(invoice.total * 100));
  t.deepEqual(await leftOf(invoice), []);
});
