/** What is taxed as a billing item in a drawn history: rates by day come, change and go, and drafts follow until they are issued. */
import type { Answer, Client } from '../helpers/client.ts';
import { accountsByCode, base } from './books.ts';
import { dayAt, itemPercent, nth, type BooksModel, type ModelDocument, type StepOf } from './books-model.ts';

const code = 'V';
const path = `${base}/tax-rates`;

const items = new WeakMap<Client, Promise<string>>();

/** The one billing item of these books. */
export function taxedItem(client: Client): Promise<string> {
  const known = items.get(client) ?? newItem(client);
  items.set(client, known);
  return known;
}

async function newItem(client: Client): Promise<string> {
  const accounts = await accountsByCode(client);
  const made = await client.post(`${base}/billing/items`, {
    code: 'TAXED',
    name: 'Taxed',
    category: 'storage',
    uom: 'unit',
    revenue_account_id: accounts['4000'],
    taxable: true,
    tax_code: code,
    tax_rate: Number(itemPercent) / 100,
  });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data.id;
}

interface TaxedLine {
  units: bigint;
  servedOn: string | undefined;
  /** Of what corrects an invoice. */
  fixed: bigint | undefined;
}

/** The tax of lines at their rates in hundredths of a percent: each rate's once, half a unit up. */
function taxOf(lines: readonly TaxedLine[], percentOf: (line: TaxedLine) => bigint): bigint {
  const bases = new Map<bigint, bigint>();
  for (const line of lines) {
    const percent = percentOf(line);
    bases.set(percent, (bases.get(percent) ?? 0n) + line.units);
  }
  return [...bases].reduce((sum, [percent, units]) => sum + (units * percent * 2n + 10_000n) / 20_000n, 0n);
}

/** What a drawn document comes to, by the rates of the moment it is asked. */
export class DrawnTaxes {
  readonly isOfItem: boolean;
  private readonly model: BooksModel;
  private readonly step: StepOf<'document'>;
  private readonly lines: readonly TaxedLine[];

  constructor(model: BooksModel, step: StepOf<'document'>) {
    this.model = model;
    this.step = step;
    this.isOfItem = step.side === 'invoice' && step.isOfItem;
    this.lines = step.amounts.map((amount, index) => {
      const before = step.served[index];
      return {
        units: BigInt(amount),
        servedOn: before === undefined ? undefined : dayAt(step.day - before),
        fixed: undefined,
      };
    });
  }

  servedOn(index: number): string | null {
    return this.lines[index]!.servedOn ?? null;
  }

  /** What corrects an invoice is taxed as that was when its lines are written. */
  write(corrects: ModelDocument | undefined): void {
    for (const line of this.lines)
      line.fixed = corrects && (corrects.itemPercent ?? this.model.percentOn(this.dayOf(line, corrects.day)));
  }

  totalIf(corrects: ModelDocument): bigint {
    this.write(corrects);
    return this.total();
  }

  tax(): bigint {
    return taxOf(this.lines, (line) => this.percentOf(line));
  }

  total(): bigint {
    return this.lines.reduce((sum, { units }) => sum + units, this.tax());
  }

  /** Of the first line, if that is the billing item's. */
  itemPercent(): bigint | undefined {
    return this.isOfItem ? this.percentOf(this.lines[0]!) : undefined;
  }

  private percentOf(line: TaxedLine): bigint {
    const { model, step } = this;
    if (!this.isOfItem) return BigInt(Math.round(step.tax * 100));
    return line.fixed ?? model.percentOn(this.dayOf(line, dayAt(step.day)));
  }

  private dayOf({ servedOn }: TaxedLine, ofDocument: string): string {
    return (this.model.taxDate === 'service' ? servedOn : undefined) ?? ofDocument;
  }
}

interface Desk {
  model: BooksModel;
  client: Client;
  expect(words: string, answer: Answer, refusals: readonly string[]): boolean;
}

export async function changeRates(desk: Desk, step: StepOf<'rate'>): Promise<void> {
  const { model, client } = desk;
  if (step.change === 'tax_date') {
    const tax_date = model.taxDate === 'invoice' ? 'service' : 'invoice';
    desk.expect(`tax by ${tax_date}`, await client.patch('/api/tenancy/settings', { tax_date }), []);
    model.taxDate = tax_date;
    return;
  }
  const one = step.change === 'add' ? undefined : nth(model.rates, step.which);
  if (!one && step.change !== 'add') return;
  const others = model.rates.filter((rate) => rate !== one);
  if (one && step.change === 'drop') {
    desk.expect(`drop the rate from ${one.from}`, await client.delete(`${path}/${one.id}`), []);
    model.rates = others;
    return;
  }
  const from = dayAt(step.from);
  const to = step.length === undefined ? undefined : dayAt(step.from + step.length);
  const clash = others.some((rate) => from <= (rate.to ?? '9999-12-31') && rate.from <= (to ?? '9999-12-31'));
  const body = { tax_rate: step.percent / 100, valid_from: from, valid_to: to ?? null };
  const answer = one
    ? await client.patch(`${path}/${one.id}`, body)
    : await client.post(path, { tax_code: code, ...body });
  const words = `${one ? `the rate from ${one.from} is` : 'a rate of'} ${step.percent}, ${from} to ${to}`;
  if (!desk.expect(words, answer, clash ? ['CONFLICT'] : [])) return;
  model.rates = [...others, { id: answer.body.data.id, percent: BigInt(step.percent), from, to }];
}
