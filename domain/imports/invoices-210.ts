/**
 * Carriers' invoices in X12 210, as the lines that a CSV file of them has: each charge (L1) is one, numbered by its segment.
 * What belongs to all charges of a line (LX) may stand behind them, so a line is read when it is over. What is wrong with
 * one is wrong with its invoice, which is taken in as a whole. Pure.
 */
import { setImmediate } from 'node:timers/promises';
import { decimal, nearestJsonNumber, sum, zero } from '../decimal.ts';
import { invalid, type ValidationProblem } from '../refusal.ts';
import { BadCell, readCell } from './csv-cells.ts';
import type { CsvLine } from './csv.ts';
import { elementOf, faultAt, transactionSets, type Segment, type TransactionSet } from './x12.ts';

/** What the sender says of the file, which the file does not: whose invoices they are. */
export interface Invoices210 {
  account: string;
  carrier: string;
  /** Of invoices that name none (C3). */
  currency?: string;
  isDryRun: boolean;
}

type Fields = Record<string, unknown>;

const linesMax = 100_000;
const setsAtOnce = 50;
// The longest text of a line, its description. What lines share would be kept with each of them.
const textMax = 200;
// The charge that has no code of its own.
const freight = 'FRT';

/** Refuses 400 what `transactionSets` refuses, and sets that are no invoices; all else is reported per charge. */
export async function* readInvoices210(text: string, given: Invoices210): AsyncGenerator<CsvLine[]> {
  const seen = new Map<string, number>();
  let [batch, sets, lines]: [CsvLine[], number, number] = [[], 0, 0];
  for (const set of transactionSets(text)) {
    const read = linesOf(set, given, seen);
    batch = batch.concat(read);
    sets += 1;
    lines += read.length;
    if (lines > linesMax) throw invalid('x12', 'too_many_lines', `x12 has more than ${linesMax} charges`);
    if (sets % setsAtOnce !== 0) continue;
    await setImmediate();
    yield batch;
    batch = [];
  }
  if (sets === 0) throw invalid('x12', 'empty', 'x12 has no invoice in it');
  if (batch.length > 0) yield batch;
}

function linesOf(
  { segments, isTest }: TransactionSet,
  given: Invoices210,
  seen: Map<string, number>,
): CsvLine[] {
  const [start] = segments as [Segment, ...Segment[]];
  if (elementOf(start, 1) !== '210')
    throw faultAt(
      start.no,
      `a transaction set ${elementOf(start, 1).slice(0, 10)} is no invoice of a carrier, which is 210`,
    );
  if (isTest && !given.isDryRun)
    throw faultAt(start.no, 'its interchange is a test (ISA15 T): check it with dry_run');
  const head = headOf(segments, given);
  const lines = groupsOf(segments).flatMap((group) => chargesOf(group, head));
  if (lines.length === 0)
    lines.push({
      line: start.no,
      fields: head.fields,
      problems: [missing('amount', 'it has no charge, L1')],
    });
  // One without a number is a record of its own.
  const no =
    typeof head.fields['invoice_no'] === 'string' ? head.fields['invoice_no'] : `segment ${start.no}`;
  const earlier = seen.get(no);
  if (earlier === undefined) seen.set(no, start.no);
  const ofAll = [...head.problems];
  if (earlier !== undefined)
    ofAll.push(problem('invoice_no', 'repeated', `the same invoice is in segment ${earlier}`));
  const isBad = ofAll.length > 0 || lines.some(({ problems }) => problems.length > 0);
  for (const line of lines) {
    line.problems.push(...ofAll);
    if (isBad && line.problems.length === 0) line.problems.push(incomplete);
    line.partOf = `${given.account}\u001F${given.carrier}\u001F${no}`;
  }
  return lines;
}

const incomplete = problem(
  'invoice_no',
  'incomplete',
  'another line of the invoice is bad: it is taken in as a whole',
);

interface Head {
  fields: Fields;
  problems: ValidationProblem[];
  /** The parcel that is named before the first line. */
  tracking: string | undefined;
}

/** B3, C3 and L3. */
function headOf(segments: readonly Segment[], { account, carrier, currency }: Invoices210): Head {
  const problems: ValidationProblem[] = [];
  const found = (id: string): Segment | undefined => segments.find((one) => one.id === id);
  const [invoice, ofMoney, total] = [found('B3'), found('C3'), found('L3')];
  const fields: Fields = { account, carrier };
  const take = (path: string, where: string, text: string, value: unknown = text): void => {
    if (text === '') problems.push(missing(path, `${where} is missing`));
    else if (value instanceof BadCell) problems.push(problem(path, value.code, `${where} ${value.words}`));
    else if (text.length > textMax) problems.push(tooLong(path, where));
    else fields[path] = value;
  };
  const of = (n: number): string => (invoice ? elementOf(invoice, n) : '');
  take('invoice_no', 'B302', of(2));
  take('invoice_date', 'B306', of(6), of(6).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
  take('currency', 'C301', (ofMoney && elementOf(ofMoney, 1)) || (currency ?? ''));
  take('total', 'B307', of(7), amountIn(of(7)));
  const summed = total ? elementOf(total, 5) : '';
  if (summed !== '' && amountIn(summed) !== fields['total'])
    problems.push(problem('total', 'does_not_add_up', `L305 in segment ${total!.no} is not what B307 says`));
  const lines = segments.findIndex(({ id }) => id === 'LX');
  const tracking = trackingIn(segments.slice(0, lines === -1 ? segments.length : lines));
  return { fields, problems, tracking };
}

/** The charges of a line (LX), and of what stands before the first and behind the last. */
function groupsOf(segments: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = [[]];
  for (const segment of segments) {
    if (segment.id === 'LX' || segment.id === 'L3') groups.push([]);
    groups.at(-1)!.push(segment);
  }
  return groups;
}

const taxCodes: ReadonlySet<string> = new Set(['TAX', 'VAT', 'GST', 'HST', 'PST', 'QST']);
const isTax = (charge: Segment): boolean => taxCodes.has(elementOf(charge, 8));

function chargesOf(group: readonly Segment[], head: Head): CsvLine[] {
  const all = group.filter(({ id }) => id === 'L1');
  if (all.length === 0) return [];
  const tracking = trackingIn(group) ?? head.tracking;
  const goods = group.find(({ id }) => id === 'L5');
  const taxes = all.filter(isTax);
  const charges = all.filter((one) => !isTax(one));
  // Where there is nothing else it is the tax on nothing of its own.
  return (charges.length > 0 ? charges : taxes.slice(0, 1)).map((charge, at): CsvLine => {
    const problems: ValidationProblem[] = [];
    const fields: Fields = { ...head.fields, charge_code: elementOf(charge, 8) || freight };
    if (tracking === undefined) problems.push(unnamed);
    else if (tracking.length > textMax) problems.push(tooLong('tracking_no', 'the number in N9 or L11'));
    else fields['tracking_no'] = tracking;
    fields['amount'] = isTax(charge) ? 0 : chargeIn(charge, 'amount', problems);
    const described = elementOf(charge, 12) || (goods ? elementOf(goods, 2) : '');
    if (described.length > textMax) problems.push(tooLong('description', 'L112 or L502'));
    else if (described !== '') fields['description'] = described;
    // What was weighed and measured is held against the price, which the first charge is.
    if (at === 0) Object.assign(fields, taxIn(taxes, problems), measuredIn(group, problems));
    return { line: charge.no, fields, problems };
  });
}

const unnamed = missing(
  'tracking_no',
  'neither its line nor the invoice names a parcel (N9 or L11 with 2I, 08 or CN)',
);

function taxIn(taxes: readonly Segment[], problems: ValidationProblem[]): Fields {
  if (taxes.length === 0) return {};
  const tax = sum(taxes.map((one) => decimal(chargeIn(one, 'tax', problems))));
  const codes = new Set(taxes.map((one) => elementOf(one, 8)));
  return { tax: nearestJsonNumber(tax.toFixed()), tax_code: [...codes].join('+') };
}

function chargeIn(segment: Segment, path: string, problems: ValidationProblem[]): number {
  const value = amountIn(elementOf(segment, 4));
  if (typeof value === 'number') return value;
  const where = `L104 in segment ${segment.no}`;
  if (value instanceof BadCell && elementOf(segment, 4) !== '')
    problems.push(problem(path, value.code, `${where} ${value.words}`));
  else problems.push(missing(path, `${where} is missing`));
  return 0;
}

// A tracking number, the carrier's own of a package, its own of the shipment: the first that is there.
const trackingQualifiers = ['2I', '08', 'CN'];

function trackingIn(segments: readonly Segment[]): string | undefined {
  const named = segments.flatMap((one): [string, string][] => {
    if (one.id === 'N9') return [[elementOf(one, 1), elementOf(one, 2)]];
    return one.id === 'L11' ? [[elementOf(one, 2), elementOf(one, 1)]] : [];
  });
  const found = trackingQualifiers.map((by) => named.find(([of, no]) => of === by && no !== ''));
  return found.find((one) => one !== undefined)?.[1];
}

/** X12 leaves out the zero before a point, and writes one that nothing follows. */
const spelt = (text: string): string =>
  text.replace(/^(-?)(?=\.\d)/, (sign) => `${sign}0`).replace(/(?<=\d)\.$/, '');

/** Money has two decimals that are not written, unless its point is. */
function amountIn(text: string): unknown {
  const implied = /^(-?)0*(\d{1,15})$/.exec(text);
  if (!implied) return readCell('measure', spelt(text), false);
  const [, sign = '', digits = ''] = implied;
  const padded = digits.padStart(3, '0');
  return readCell('measure', `${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`, false);
}

// As parts of a kilogram and a centimetre; pounds where no unit is named.
const kilograms: Readonly<Record<string, string>> = {
  K: '1',
  G: '0.001',
  L: '0.45359237',
  O: '0.028349523125',
};
const centimetres: Readonly<Record<string, string>> = { C: '1', M: '100', N: '2.54', E: '30.48' };

function measuredIn(line: readonly Segment[], problems: ValidationProblem[]): Fields {
  const fields: Fields = {};
  const take = (path: string, where: string, said: string, unit: string | undefined): void => {
    if (said === '') return;
    const text = spelt(said);
    const value = readCell('measure', text, false);
    if (unit === undefined)
      problems.push(problem(path, 'type', `${where} is in a unit that is not known here`));
    else if (value instanceof BadCell) problems.push(problem(path, value.code, `${where} ${value.words}`));
    else {
      const size = decimal(text).times(unit).round(3);
      // Nothing was weighed or measured, or nothing that is told.
      if (!size.eq(zero)) fields[path] = nearestJsonNumber(size.toFixed());
    }
  };
  const weighed = line.find((one) => one.id === 'L0' && elementOf(one, 4) !== '');
  if (weighed) take('weight_kg', 'L004', elementOf(weighed, 4), kilograms[elementOf(weighed, 11) || 'L']);
  const sized = line.find(({ id }) => id === 'L4');
  if (sized)
    for (const [at, path] of ['length_cm', 'width_cm', 'height_cm'].entries())
      take(path, `L40${at + 1}`, elementOf(sized, at + 1), centimetres[elementOf(sized, 4)]);
  return fields;
}

function problem(path: string, code: string, message: string): ValidationProblem {
  return { path, code, message };
}

const tooLong = (path: string, where: string): ValidationProblem =>
  problem(path, 'too_long', `${where} is longer than ${textMax} characters`);

function missing(path: string, message: string): ValidationProblem {
  return problem(path, 'required', message);
}
