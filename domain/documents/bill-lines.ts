/** Bill lines and their splits over merchants: exact amounts, and splits that add up to their line. */
import { certainDigits, decimal, sum, zero, type Decimal } from '../decimal.ts';
import { groupBy } from '../group-by.ts';
import { invalid, Refusal } from '../refusal.ts';
import { convertExactly, exactMoney, lineAmount, type MoneyRules } from '../money/money.ts';
import { splitExactly } from '../money/splits.ts';

export type SplitBasis = 'weight' | 'volume' | 'pallets' | 'units' | 'value' | 'equal' | 'manual';

export interface NewBillSplit {
  merchant_id: string;
  shipment_id?: string | null;
  basis_qty?: number | string;
  amount?: number | string;
}

export interface NewBillLine {
  account_id: string;
  description: string;
  quantity?: number | string;
  unit_cost?: number | string;
  amount?: number | string;
  /** By rate when omitted, none without one. */
  tax?: number | string;
  tax_code?: string;
  /** In percent. */
  tax_rate?: number | string | null;
  merchant_id?: string | null;
  warehouse_id?: string | null;
  split_basis?: SplitBasis | null;
  /** By what is on a load, and so anew as that leaves. */
  is_split_by_load?: boolean;
  rebill_item_id?: string | null;
  purchase_order_line_id?: string | null;
  splits?: readonly NewBillSplit[];
}

export interface BillSplit {
  split_no: number;
  merchant_id: string;
  shipment_id: string | null;
  basis_qty: Decimal;
  share: Decimal;
  amount: Decimal;
}

export interface BillLine {
  line_no: number;
  account_id: string;
  description: string;
  quantity: Decimal;
  unit_cost: Decimal;
  amount: Decimal;
  tax: Decimal;
  tax_code: string;
  tax_rate: Decimal | null;
  merchant_id: string | null;
  warehouse_id: string | null;
  split_basis: SplitBasis | null;
  is_split_by_load: boolean;
  rebill_item_id: string | null;
  purchase_order_line_id: string | null;
  splits: BillSplit[];
}

/**
 * The lines with amounts and splits. Refuses 400 AMOUNT_PRECISION, SPLITS_DO_NOT_ADD_UP, or VALIDATION_FAILED with the
 * path.
 */
export function prepareBillLines(
  lines: readonly NewBillLine[],
  currency: string,
  rules: MoneyRules,
): BillLine[] {
  const prepared = lines.map((line, index) => {
    const path = `lines.${index}`;
    const quantity = decimal(line.quantity ?? 1);
    const amount = amountOf(line, quantity, path, currency, rules);
    const { merchant_id = null, warehouse_id = null, split_basis = null, rebill_item_id = null } = line;
    const { tax_rate: rate = null } = line;
    if (merchant_id !== null && line.splits)
      throw invalid(`${path}.merchant_id`, 'not_allowed', `${path} has splits: they name the merchants`);
    if (rebill_item_id !== null && merchant_id === null && !line.splits)
      throw invalid(
        `${path}.rebill_item_id`,
        'no_merchant',
        `${path} names neither a merchant nor splits: nobody would be charged with it`,
      );
    const splits = line.splits ?? rebilledWhole(line, amount);
    const basis = line.splits ? (split_basis ?? 'manual') : 'manual';
    return {
      line_no: index + 1,
      account_id: line.account_id,
      description: line.description,
      quantity,
      unit_cost: line.unit_cost === undefined ? unitCostOf(amount, quantity) : decimal(line.unit_cost),
      amount,
      tax: exactMoney(line.tax ?? 0, `${path}.tax`, currency, rules.exponent),
      tax_code: line.tax_code ?? '',
      tax_rate: rate === null ? null : decimal(rate),
      merchant_id: splits ? null : merchant_id,
      warehouse_id,
      split_basis: splits ? basis : null,
      is_split_by_load: line.is_split_by_load ?? false,
      rebill_item_id,
      purchase_order_line_id: line.purchase_order_line_id ?? null,
      splits: splits ? splitsOf(splits, basis, amount, path, currency, rules) : [],
    };
  });
  const untold = prepared.filter((line, index) => line.tax_rate && lines[index]!.tax === undefined);
  for (const group of groupBy(untold, taxGroup).values()) shareTax(group, rules);
  return prepared;
}

/** What one merchant is charged with is split too: charges are made of splits. */
function rebilledWhole(
  { merchant_id, rebill_item_id }: NewBillLine,
  amount: Decimal,
): readonly NewBillSplit[] | undefined {
  if (!rebill_item_id || !merchant_id) return undefined;
  return [{ merchant_id, amount: amount.toFixed() }];
}

const taxGroup = ({ tax_code: code, tax_rate: rate }: BillLine): string => `${code}\n${rate?.toFixed()}`;

/** Rounded once per code and rate, as on the vendor's own bill, and shared out so that the lines add up to it. */
function shareTax(lines: readonly BillLine[], rules: MoneyRules): void {
  const percent = lines[0]!.tax_rate!.div('100');
  const parts = convertExactly(
    lines.map(({ amount }) => amount),
    percent,
    rules,
  );
  for (const [index, line] of lines.entries()) line.tax = parts[index]!;
}

// As many decimals as a price has.
const priceDecimals = 6;

/** What a unit costs of a line that gives its amount only: prices are compared by it. */
function unitCostOf(amount: Decimal, quantity: Decimal): Decimal {
  return quantity.eq(zero) ? amount : amount.div(quantity).round(priceDecimals, 1);
}

function amountOf(
  line: NewBillLine,
  quantity: Decimal,
  path: string,
  currency: string,
  rules: MoneyRules,
): Decimal {
  if (line.amount !== undefined) return exactMoney(line.amount, `${path}.amount`, currency, rules.exponent);
  if (line.unit_cost === undefined)
    throw invalid(`${path}.amount`, 'required', `${path} needs an amount or a unit_cost`);
  return lineAmount(quantity, decimal(line.unit_cost), rules);
}

/** The splits of a line at `path`, by the basis. Refuses as `prepareBillLines` does. */
export function splitsOf(
  splits: readonly NewBillSplit[],
  basis: SplitBasis,
  amount: Decimal,
  path: string,
  currency: string,
  rules: MoneyRules,
): BillSplit[] {
  const parts =
    basis === 'manual'
      ? manualParts(splits, amount, path, currency, rules)
      : basisParts(splits, basis, amount, path, rules);
  return splits.map(({ merchant_id, shipment_id = null }, index) => ({
    split_no: index + 1,
    merchant_id,
    shipment_id,
    ...parts[index]!,
  }));
}

type Part = Pick<BillSplit, 'basis_qty' | 'share' | 'amount'>;

function manualParts(
  splits: readonly NewBillSplit[],
  whole: Decimal,
  path: string,
  currency: string,
  rules: MoneyRules,
): Part[] {
  const amounts = splits.map(({ amount }, index) => {
    const field = `${path}.splits.${index}.amount`;
    if (amount === undefined) throw invalid(field, 'required', `${field} is required for a manual split`);
    return exactMoney(amount, field, currency, rules.exponent);
  });
  const total = sum(amounts);
  if (!total.eq(whole)) {
    const message = `The splits of ${path} come to ${total.toFixed()}, its amount is ${whole.toFixed()}.`;
    throw new Refusal('SPLITS_DO_NOT_ADD_UP', message, {
      path,
      splits: total.toFixed(),
      amount: whole.toFixed(),
    });
  }
  return amounts.map((amount) => ({
    amount,
    basis_qty: zero,
    // A share may be many times its line: 1.00 is 150.00 and -149.00.
    share: whole.eq(zero) ? zero : amount.div(whole).round(10, 1).prec(certainDigits, 1),
  }));
}

function basisParts(
  splits: readonly NewBillSplit[],
  basis: SplitBasis,
  whole: Decimal,
  path: string,
  rules: MoneyRules,
): Part[] {
  const weights = splits.map(({ basis_qty: qty, amount }, index) => {
    const at = `${path}.splits.${index}`;
    if (amount !== undefined)
      throw invalid(`${at}.amount`, 'not_allowed', `${at}.amount follows from the split by ${basis}`);
    if (basis === 'equal') return decimal(1);
    if (qty === undefined)
      throw invalid(`${at}.basis_qty`, 'required', `${at}.basis_qty is required to split by ${basis}`);
    return decimal(qty);
  });
  if (!sum(weights).gt(zero))
    throw invalid(`${path}.splits`, 'range', `the splits of ${path} have no ${basis} to split by`);
  return splitExactly(whole, weights, rules).map((part, index) => ({ ...part, basis_qty: weights[index]! }));
}
