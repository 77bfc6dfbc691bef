/**
 * Random histories of credits over HTTP: units come back, are graded, credited in parts, others are credited by naming their
 * invoice's line, and credits are issued, voided and deleted. Of no order line more is ever given back than was invoiced, and all of it to the cent once
 * all its units are credited in full; each note says, and posts in both currencies, what a model of it says (`credits-model.ts`); the books
 * hold after each history. GOODS_SEED and GOODS_RUNS hunt with others.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { goodsSeeds } from '../helpers/environment.ts';
import { diceOf, type Dice } from '../goods/dice.ts';
import { billingRig } from '../billing/billing-rig.ts';
import { assertBooksHold } from './books.ts';
import { noteOf, type Invoiced, type Note, type NoteUnits } from './credits-model.ts';
import { assertWorth } from './credits-worth.ts';
import {
  authorizedReturn,
  completeReceipt,
  credit,
  inspect,
  invoicedOrder,
  patch,
  receiveUnits,
  type Sold,
} from '../returns/returns-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let feeItem: string;
test.before(async () => {
  platform = await joinPlatform();
  feeItem = await (await billingRig(platform, platform.standard)).item('KEPT');
  const rule = { name: 'Damaged', priority: 1, grade: 'D', credit_percent: 37.5 };
  const answer = await platform.client.post('/api/oms/return-rules', {
    ...rule,
    restocking_fee: 0.35,
    fee_item_id: feeItem,
  });
  if (answer.status !== 201) throw new Error(answer.text);
});
test.after.always(() => platform?.stop());

const invoices = '/api/accounting/invoices';
type Order = Sold & { invoice: any; qty: number };

const cents = (value: number): number => Math.round(value * 100);
const total = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Everything that must hold of one order's credits. */
async function assertCredits({ invoice, qty }: Order): Promise<number> {
  const { client } = platform;
  const notes = (await client.get(`${invoices}?original_invoice_id=${invoice.id}&page_size=200`)).body.data;
  const live = notes.filter(({ status }: any) => status !== 'void');
  const details = await Promise.all(
    live.map(async ({ id }: any) => (await client.get(`${invoices}/${id}`)).body.data),
  );
  const lines = details
    .flatMap((note) => note.lines)
    .filter(({ original_line_id: of }: any) => of === invoice.lines[0].id);
  const [sold] = invoice.lines;
  const net = total(lines.map((line: any) => cents(line.amount) - cents(line.discount)));
  const whole = cents(sold.amount) - cents(sold.discount);
  const unitsOf = (some: any[]): number => total(some.map(({ quantity }: any) => quantity));
  const returned = lines.filter(({ return_line_id: of }: any) => of !== null);
  const units = unitsOf(returned);
  if (net > whole) throw new Error(`${net} cents credited of a line of ${whole}`);
  if (units > qty) throw new Error(`${units} units credited of ${qty}`);
  if (total(live.map((note: any) => cents(note.tax_total))) > cents(invoice.tax_total))
    throw new Error('more tax than invoiced');
  if (total(live.map((note: any) => cents(note.total))) > cents(invoice.total))
    throw new Error('more than invoiced');
  // Units that a note named before come back worth nothing, so those of both kinds may be the same ones.
  const isOneKind = returned.length === 0 || returned.length === lines.length;
  const isWhole =
    isOneKind &&
    unitsOf(lines) >= qty &&
    lines.every(({ credit_percent: percent }: any) => (percent ?? 100) === 100);
  if (isWhole && net !== whole)
    throw new Error(`all ${qty} units credited in full give ${net} of ${whole} cents`);
  return live.length;
}

async function comeBack(order: Order, dice: Dice): Promise<any> {
  const { client } = platform;
  const qty = dice.upTo(2);
  const found = await authorizedReturn(client, order, qty).catch(() => undefined);
  if (!found) return undefined;
  for (const answer of [await receiveUnits(platform, found, qty), await completeReceipt(client, found)])
    if (answer.status !== 200) throw new Error(answer.text);
  for (let unit = 0; unit < qty; unit += 1)
    await inspect(client, found, 1, { grade: dice.pick(['A', 'A', 'B', 'D'] as const) });
  return (await client.get(`/api/oms/returns/${found.id}`)).body.data;
}

const invoicedOf = ({ invoice, qty }: Order): Invoiced => ({
  qty,
  net: BigInt(cents(invoice.lines[0].amount) - cents(invoice.lines[0].discount)),
  tax: BigInt(cents(invoice.tax_total)),
  rate: BigInt(Math.round(Number(invoice.exchange_rate) * 100)),
});

/** What a note says, by its lines. */
function toldBy(note: any, inspections: ReadonlyMap<string, any>): Note {
  const isUnits = ({ original_line_id: of }: any): boolean => of !== null;
  const units = note.lines.filter(isUnits).map((line: any): NoteUnits => ({
    qty: line.quantity,
    percent: cents(line.credit_percent ?? 100),
    feeEach: inspections.get(line.inspection_id)?.grade === 'D' ? 35n : 0n,
  }));
  const amount = (lines: any[]): bigint =>
    BigInt(total(lines.map((line) => cents(line.amount) - cents(line.discount))));
  return {
    units,
    net: amount(note.lines.filter(isUnits)),
    tax: BigInt(cents(note.tax_total)),
    fee: -amount(note.lines.filter((line: any) => !isUnits(line))),
  };
}

async function liveNotes({ invoice }: Order): Promise<any[]> {
  const { client } = platform;
  const { body } = await client.get(`${invoices}?original_invoice_id=${invoice.id}&page_size=200`);
  const live = (body.data as any[]).filter(({ status }) => status !== 'void');
  return Promise.all(live.map(async ({ id }) => (await client.get(`${invoices}/${id}`)).body.data));
}

/** The newest note says what the model makes of its units after those before it. */
async function assertAsModelled(
  order: Order,
  before: readonly any[],
  inspections: ReadonlyMap<string, any>,
  askedFee: bigint | undefined,
): Promise<void> {
  const known = new Set(before.map(({ id }) => id));
  const note = (await liveNotes(order)).find(({ id }) => !known.has(id));
  const told = toldBy(note, inspections);
  const model = noteOf(
    invoicedOf(order),
    before.map((one) => toldBy(one, inspections)),
    told.units,
    askedFee,
  );
  const shown = ({ net, tax, fee }: Note): string => `${net} net, ${tax} tax, ${fee} kept`;
  if (shown(told) !== shown(model)) throw new Error(`a note says ${shown(told)} instead of ${shown(model)}`);
  if (BigInt(cents(note.total)) !== model.net + model.tax - model.fee)
    throw new Error(`a note of ${shown(model)} has a total of ${note.total}`);
}

/** Each issued note is posted once, as it says: less revenue and tax, the fee as income, and less is owed. */
async function assertPosted(order: Order, inspections: ReadonlyMap<string, any>): Promise<number> {
  const { owner, standard } = platform;
  const issued = (await liveNotes(order)).filter(({ status }) => status !== 'draft');
  for (const note of issued) {
    const { net, tax, fee } = toldBy(note, inspections);
    const { rows } = await owner.query(
      `select coalesce(a.system_key, '') as key, round(sum(l.credit - l.debit) * 100)::bigint::text as cents
         from journal_entries e
         join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
         join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
        where e.organization_id = $1 and e.source_id = $2 and e.event = 'issue' group by 1`,
      [standard.id, note.id],
    );
    const posted = (wanted: (key: string) => boolean): bigint =>
      rows.filter(({ key }) => wanted(key)).reduce((sum, row) => sum + BigInt(row.cents), 0n);
    const owed = posted((key) => key === 'ar');
    const taxed = posted((key) => key === 'sales_tax_payable');
    const earned = posted((key) => key !== 'ar' && key !== 'sales_tax_payable');
    if (owed !== net + tax - fee || taxed !== -tax || earned !== fee - net)
      throw new Error(`${net} net, ${tax} tax and ${fee} kept are posted as ${JSON.stringify(rows)}`);
  }
  return issued.length;
}

/** Credits in any of the ways there are; most are accepted, and those that are not change nothing. */
async function creditSome(
  { order, found }: { order: Order; found: any },
  dice: Dice,
  inspections: ReadonlyMap<string, any>,
): Promise<string> {
  const { client } = platform;
  const inspection = dice.pick(found.inspections as any[]);
  const line = { return_line_id: found.lines[0].id, inspection_id: inspection.id };
  const body = dice.pick([
    {},
    {},
    { lines: [line] },
    { lines: [{ ...line, credit_percent: dice.pick([100, 100, 33.33])! }] },
    { lines: [line], restocking_fee: 0.01, fee_item_id: feeItem },
    { restocking_fee: 0 },
  ])!;
  const before = await liveNotes(order);
  const { status, text, body: answer } = await credit(client, found, body);
  const { restocking_fee: fee } = body as { restocking_fee?: number };
  if (status === 201) {
    await assertAsModelled(order, before, inspections, fee === undefined ? undefined : BigInt(cents(fee)));
    return 'credited';
  }
  if (status >= 500) throw new Error(text);
  return answer.error.code;
}

/** Credits units that need not have come back, by naming the invoice's line: another note may have them already. */
async function creditByName(order: Order, dice: Dice): Promise<string> {
  const { client } = platform;
  const before = await liveNotes(order);
  const quantity = dice.chance(0.2) ? undefined : dice.upTo(2);
  const { status, text, body } = await client.post(invoices, {
    kind: 'credit_note',
    original_invoice_id: order.invoice.id,
    lines: [{ original_line_id: order.invoice.lines[0].id, ...(quantity ? { quantity } : {}) }],
  });
  if (status === 201) {
    await assertAsModelled(order, before, new Map(), undefined);
    return 'named';
  }
  if (status >= 500) throw new Error(text);
  return body.error.code;
}

async function moveNote(order: Order, dice: Dice): Promise<void> {
  const { client } = platform;
  const { body } = await client.get(`${invoices}?original_invoice_id=${order.invoice.id}&page_size=200`);
  const note = dice.pick((body.data as any[]).filter(({ status }) => status !== 'void'));
  if (!note) return;
  const path = `${invoices}/${note.id}`;
  const answer =
    note.status !== 'draft'
      ? await patch(client, path, { action: 'void', reason: 'Again' })
      : dice.chance(0.3)
        ? await client.delete(path)
        : await patch(client, path, { action: 'issue' });
  if (answer.status >= 500) throw new Error(answer.text);
  if (answer.body.data?.status === 'open')
    await assertWorth(platform.owner, order.invoice.id, note.id, await liveNotes(order));
}

for (const seed of goodsSeeds()) {
  test.serial(`credits of a random history, seed ${seed}`, async (t) => {
    t.timeout(600_000);
    const dice = diceOf(seed);
    const orders: Order[] = [];
    for (const qty of [3, 7]) {
      const price = dice.upTo(2_000);
      const words = {
        price: price / 100,
        discount: Math.min(dice.below(60), price * qty) / 100,
        tax: dice.below(300) / 100,
        ...(dice.chance(0.5) ? { currency: 'EUR', exchange_rate: (50 + dice.below(200)) / 100 } : {}),
      };
      orders.push({ ...(await invoicedOrder(platform, qty, words)), qty });
    }
    const returned: { order: Order; found: any }[] = [];
    const inspections = new Map<string, any>();
    const outcomes = new Map<string, number>();
    for (let step = 0; step < 20; step += 1) {
      const order = dice.pick(orders)!;
      if (returned.length === 0 || dice.chance(0.25)) {
        const found = await comeBack(order, dice);
        if (found) returned.push({ order, found });
        for (const one of found?.inspections ?? []) inspections.set(one.id, one);
      } else if (dice.chance(0.65)) {
        const outcome = await (dice.chance(0.35)
          ? creditByName(order, dice)
          : creditSome(dice.pick(returned)!, dice, inspections));
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      } else await moveNote(order, dice);
      await assertCredits(order);
    }
    for (const { found } of returned) await credit(platform.client, found);
    const notes = total(await Promise.all(orders.map(assertCredits)));
    for (const order of orders) await assertPosted(order, inspections);
    t.true(notes > 0 && (outcomes.get('credited') ?? 0) > 0, JSON.stringify([...outcomes]));
    await assertBooksHold(t, platform, platform.standard.id);
  });
}
