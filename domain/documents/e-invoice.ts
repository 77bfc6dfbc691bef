/**
 * An issued invoice or credit note in the terms of EN 16931, from which it is written as CII (Factur-X, ZUGFeRD) and as
 * UBL (Peppol). The numbers in comments are those of the standard's business terms and rules.
 */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import { groupBy } from '../group-by.ts';
import type { MoneyRules } from '../money/money.ts';
import { taxesOf } from './invoice-totals.ts';

/** How a line is taxed (UNCL 5305): at a rate, at zero, exempt, exported, or by the buyer. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'G' | 'AE';

export interface EParty {
  name: string;
  street: readonly string[];
  city: string | null;
  region: string | null;
  postal: string | null;
  /** Two letters (BT-40, BT-55). */
  country: string;
  vat_id: string | null;
  tax_number: string | null;
  registration_no: string | null;
  email: string | null;
  phone: string | null;
}

export interface ELine {
  no: string;
  name: string;
  quantity: Decimal;
  /** UN/ECE Recommendation 20. */
  unit: string;
  /** Never negative (BR-27): of what is credited the quantity is. */
  price: Decimal;
  discount: Decimal;
  /** Less the discount (BT-131). */
  amount: Decimal;
  category: TaxCategory;
  /** The organization's own: tax is rounded once per code and rate, as the invoice was. */
  tax_code: string;
  rate: Decimal;
  /** What of the tax of its code and rate a credit note gives back. */
  tax_given: Decimal | null;
  from: string | null;
  to: string | null;
}

export interface ETax {
  category: TaxCategory;
  rate: Decimal;
  base: Decimal;
  tax: Decimal;
}

export interface EInvoice {
  kind: 'invoice' | 'credit_note';
  number: string;
  date: string;
  due: string;
  currency: string;
  buyer_reference: string;
  order_reference: string | null;
  corrects: { number: string; date: string } | null;
  from: string | null;
  to: string | null;
  notes: string;
  seller: EParty;
  buyer: EParty;
  iban: string | null;
  bic: string | null;
  /** Whether the account is paid by SEPA transfer. */
  by_sepa: boolean;
  lines: readonly ELine[];
  taxes: readonly ETax[];
  /** Without tax (BT-109), the tax (BT-110), and with it (BT-112). */
  net: Decimal;
  tax: Decimal;
  total: Decimal;
}

export interface GivenLine {
  line_no: number;
  description: string;
  quantity: string;
  uom: string;
  unit_price: string;
  amount: string;
  discount: string;
  tax_code: string;
  tax_rate: string;
  tax_given: string | null;
  service_from: string | null;
  service_to: string | null;
}

// By the units of billing items; what sales orders call their units is taken where it is a code itself.
const units: Record<string, string> = {
  unit: 'C62',
  ea: 'EA',
  each: 'EA',
  pcs: 'H87',
  carton: 'XCT',
  pallet: 'XPX',
  container: 'XCN',
  cbm: 'MTQ',
  cuft: 'FTQ',
  kg: 'KGM',
  lb: 'LBR',
  cwt: 'CWA',
  minute: 'MIN',
  hour: 'HUR',
  day: 'DAY',
  month: 'MON',
  percent: 'P1',
  flat: 'LS',
};

const zeroCategories = new Set(['Z', 'E', 'G']);

/** At no rate a line is zero rated, unless its tax code is itself a category of the standard. */
function categoryOf(line: GivenLine, isReversed: boolean): TaxCategory {
  if (isReversed) return 'AE';
  if (!decimal(line.tax_rate).eq(zero)) return 'S';
  return (zeroCategories.has(line.tax_code) ? line.tax_code : 'Z') as TaxCategory;
}

// Price times quantity may differ from the amount by rounding alone; Peppol's rule R120 allows this much.
const slack = decimal('0.02');

/** A line in the standard's terms. */
export function eLine(line: GivenLine, isReversed: boolean): ELine {
  const category = categoryOf(line, isReversed);
  const discount = decimal(line.discount);
  const gross = decimal(line.amount);
  const [price, quantity] = [decimal(line.unit_price), decimal(line.quantity)];
  const fits = price.times(quantity).minus(gross).abs().lte(slack);
  // One of it at its amount, where several at a price come to something else.
  const [ofEach, many] = fits ? [price, quantity] : [gross, decimal(1)];
  const sign = ofEach.lt(zero) ? '-1' : '1';
  return {
    no: String(line.line_no),
    name: line.description,
    quantity: many.times(sign),
    unit: (fits && units[line.uom.toLowerCase()]) || 'C62',
    price: ofEach.times(sign),
    discount,
    amount: gross.minus(discount),
    category,
    tax_code: line.tax_code,
    rate: category === 'S' ? decimal(line.tax_rate) : zero,
    tax_given: line.tax_given === null ? null : decimal(line.tax_given),
    from: line.service_from,
    to: line.service_to,
  };
}

/**
 * The invoice's period (BG-14), wide enough for those of its lines (Peppol's rules R110 and R111): late charges are of
 * days before the billing run's. Without a period of its own it has none.
 */
export function headPeriod(
  start: string | null,
  end: string | null,
  lines: readonly Pick<ELine, 'from' | 'to'>[],
): Pick<EInvoice, 'from' | 'to'> {
  const days = lines.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null);
  return {
    from: start && days.reduce((first, day) => (day < first ? day : first), start),
    to: end && days.reduce((last, day) => (day > last ? day : last), end),
  };
}

/**
 * What is taxed at each category and rate, and the tax (BG-23). It is the sum of what each tax code rounds to, as the
 * total of the invoice is: two codes at one rate are one row here.
 */
export function eTaxes(lines: readonly ELine[], rules: MoneyRules): ETax[] {
  const groups = groupBy(lines, ({ category, rate }) => `${category} ${rate.toFixed()}`);
  return [...groups.values()].map((group) => {
    const { category, rate } = group[0]!;
    const base = sum(group.map(({ amount }) => amount));
    const taxed = group.map(({ amount, tax_code, tax_given }) => ({
      amount,
      discount: zero,
      tax_code,
      tax_rate: rate,
      tax_given,
    }));
    return { category, rate, base, tax: sum(taxesOf(taxed, rules).map(({ tax }) => tax)) };
  });
}

const amountsOf = ({ amount, discount }: ELine): Decimal[] => [amount, discount];

/** What the standard asks for and the invoice lacks, each as a sentence; nothing when it can be written. */
export function lacksOf(invoice: EInvoice): string[] {
  const { seller, buyer, taxes, tax, total } = invoice;
  const amounts = [tax, total, ...taxes.map((one) => one.tax), ...invoice.lines.flatMap(amountsOf)];
  const isReversed = taxes.some(({ category }) => category === 'AE');
  const lacks: [boolean, string][] = [
    // BR-CO-26, BR-S-02 and its like.
    [
      !seller.vat_id && !(seller.tax_number && seller.registration_no),
      "the seller's VAT id (PATCH /api/tenancy/paper vat_id)",
    ],
    [!seller.country, "the seller's country (PATCH /api/tenancy/paper address.country)"],
    [!buyer.country, "the buyer's country (bill_to.country)"],
    [isReversed && !buyer.vat_id, "the buyer's VAT id (buyer_vat_id), since the buyer pays the tax"],
    // BR-DEC: amounts have at most two decimals.
    [
      amounts.some((amount) => !amount.eq(amount.round(2, 0))),
      `a currency with two decimals; ${invoice.currency} has more`,
    ],
    [!sum(taxes.map((one) => one.tax)).eq(tax), 'a tax rate on each line: the tax was given as one sum'],
  ];
  return lacks.filter(([isLacking]) => isLacking).map(([, words]) => words);
}

/** Why no tax is asked for: a code of the list VATEX, and words (BT-121, BT-120). */
export const exemptions: Partial<Record<TaxCategory, { code: string | null; words: string }>> = {
  E: { code: null, words: 'Exempt from tax' },
  G: { code: 'VATEX-EU-G', words: 'Export outside the EU' },
  AE: { code: 'VATEX-EU-AE', words: 'Reverse charge' },
};

/** With two decimals, as all amounts but prices are written. */
export const amountText = (amount: Decimal): string => amount.toFixed(2);
