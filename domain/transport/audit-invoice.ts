/** What a carrier's invoice asks, beside what its labels cost when they were bought. Pure. */
import { atLeastZero, decimal, least, zero, type Decimal } from '../decimal.ts';

export const verdicts = ['matched', 'dearer', 'cheaper', 'not_ours', 'twice'] as const;
export type Verdict = (typeof verdicts)[number];
export const dearerBy = ['price', 'weight', 'dims', 'zone', 'address', 'surcharge'] as const;
export type DearerBy = (typeof dearerBy)[number];
/** What a carrier says it corrected of what it was told. */
export const corrections = ['zone', 'address'] as const;
export type Correction = (typeof corrections)[number];

/** How large a parcel is; null where nobody has measured it. */
interface Measured {
  weight_kg: string | null;
  length_cm: string | null;
  width_cm: string | null;
  height_cm: string | null;
}

/** A line, and what is known of its label; null where the account has none of that number. */
export interface InvoicedLine extends Measured {
  id: string;
  charge_code: string;
  amount: string;
  corrected: Correction | null;
  label:
    | (Measured & {
        id: string;
        merchant_id: string;
        /** What it cost when it was bought, nothing where another account pays; null where nobody has said. */
        amount: string | null;
        is_paid_elsewhere: boolean;
        currency: string | null;
        /** Its carrier took it back, and has not refused its refund. */
        is_taken_back: boolean;
        /** No merchant pays its price: it was taken back, refund or not, or sold after it was given up. */
        is_unpaid: boolean;
        /** What invoices billed, or matched before, asked for it by charge code, less what they gave back under that code. */
        asked_before: Readonly<Record<string, string>>;
        /** Whether others asked for anything, given back since or not. */
        was_asked: boolean;
        /** What of its price stands on other invoices matched or billed, less what they gave back of it. */
        priced_before: string;
      })
    | null;
}

export interface JudgedLine {
  id: string;
  label_id: string | null;
  merchant_id: string | null;
  verdict: Verdict;
  dearer_by: DearerBy | null;
  expected: string | null;
  difference: string | null;
  why: string;
}

/**
 * The first thing asked for a label is held against its price; whatever else is asked for it, or given back, is beyond
 * it: of all its invoices, however often and in whatever order they are judged, the price stands on one. What was given
 * back under a code may be asked again. Of a label that was taken back, or sold after it was given up, its merchant pays no
 * price: that is the operator's, who pays what its carrier keeps and gets what it gives back of it.
 */
export function auditInvoice(
  lines: readonly InvoicedLine[],
  { currency, tolerance }: { currency: string; tolerance: string },
): JudgedLine[] {
  const asked = new Map<string, Asked>();
  return lines.map((line) => {
    const { label } = line;
    const of = { id: line.id, label_id: label?.id ?? null, merchant_id: label?.merchant_id ?? null };
    const unheld = { ...of, dearer_by: null, expected: null, difference: null };
    if (!label) return { ...unheld, verdict: 'not_ours', why: 'The account has no label of this number.' };
    const before = asked.get(label.id) ?? askedBefore(label);
    asked.set(label.id, before);
    const amount = decimal(line.amount);
    const isGivenBack = amount.lt(zero);
    // What was never asked for it is not given back either.
    if (isGivenBack ? label.is_unpaid && !before.wasAsked : label.is_taken_back)
      return { ...unheld, verdict: 'not_ours', why: 'The label was taken back.' };
    if (label.currency !== null && label.currency !== currency)
      return { ...unheld, verdict: 'not_ours', why: `The label was bought in ${label.currency}.` };
    const ofCode = before.codes.get(line.charge_code) ?? zero;
    if (!isGivenBack && ofCode.gt(zero))
      return { ...unheld, verdict: 'twice', why: `${line.charge_code} was asked for this label before.` };
    const expected = (
      isGivenBack ? priceBack(line.amount, label, before.priced) : price(label, before.priced)
    ).toFixed();
    before.priced = before.priced.plus(decimal(expected));
    before.codes.set(line.charge_code, ofCode.plus(amount));
    before.wasAsked ||= !isGivenBack;
    const told = held(line, label, expected, tolerance);
    const kept =
      label.is_unpaid && !isGivenBack ? 'Its carrier keeps it, and no merchant pays its price. ' : '';
    return { ...of, expected, ...told, why: `${kept}${told.why}` };
  });
}

type Label = NonNullable<InvoicedLine['label']>;

interface Asked {
  codes: Map<string, Decimal>;
  wasAsked: boolean;
  priced: Decimal;
}

const askedBefore = ({ asked_before: codes, was_asked: wasAsked, priced_before: priced }: Label): Asked => ({
  codes: new Map(Object.entries(codes).map(([code, net]) => [code, decimal(net)])),
  wasAsked,
  priced: decimal(priced),
});

/** What of the price nothing was held against so far; more of it given back than asked does not raise it. */
function price({ amount }: Label, priced: Decimal): Decimal {
  return atLeastZero(decimal(amount ?? '0').minus(atLeastZero(priced)));
}

/** Negative: what of an amount given back is of the price, where no merchant pays that. */
function priceBack(amount: string, { is_unpaid: isUnpaid }: Label, priced: Decimal): Decimal {
  if (!isUnpaid || priced.lte(zero)) return zero;
  return least(decimal(amount).abs(), priced).times('-1');
}

type Held = Pick<JudgedLine, 'verdict' | 'dearer_by' | 'difference' | 'why'>;

function held(line: InvoicedLine, label: Label, expected: string, tolerance: string): Held {
  const { amount } = line;
  const by = decimal(amount).minus(decimal(expected));
  const difference = by.toFixed();
  if (by.abs().lte(decimal(tolerance)))
    return {
      verdict: 'matched',
      dearer_by: null,
      difference,
      why: by.eq(zero) ? 'As it was bought.' : 'Within the tolerance.',
    };
  if (by.lt(zero))
    return {
      verdict: 'cheaper',
      dearer_by: null,
      difference,
      why: decimal(amount).lt(zero) ? 'Given back.' : 'Less than it was bought for.',
    };
  return { verdict: 'dearer', difference, ...reasonOf(line, label, decimal(expected).eq(zero)) };
}

/** Why a carrier asks more: who is to pay comes first, then what it measured itself, then what it says. */
function reasonOf(
  line: InvoicedLine,
  label: Label,
  isBeside: boolean,
): Pick<Held, 'why'> & { dearer_by: DearerBy } {
  if (label.is_paid_elsewhere)
    return { dearer_by: 'price', why: 'Another account pays for this label: have its carrier ask that one.' };
  const isHeavier =
    line.weight_kg !== null &&
    label.weight_kg !== null &&
    decimal(line.weight_kg).gt(decimal(label.weight_kg));
  if (isHeavier)
    return {
      dearer_by: 'weight',
      why: `The carrier weighed ${shown([line.weight_kg])} kg; it was told ${shown([label.weight_kg])} kg.`,
    };
  const [measured, told] = [sides(line), sides(label)];
  if (measured && told && measured.some((side, at) => decimal(side).gt(decimal(told[at]!))))
    return {
      dearer_by: 'dims',
      why: `The carrier measured ${shown(measured)} cm; it was told ${shown(told)} cm.`,
    };
  if (line.corrected)
    return { dearer_by: line.corrected, why: `The carrier corrected the ${line.corrected}.` };
  if (label.amount === null) return { dearer_by: 'price', why: 'What it was bought for is not known.' };
  if (isBeside) return { dearer_by: 'surcharge', why: 'Asked beside the price of the label.' };
  return { dearer_by: 'price', why: 'More than it was bought for.' };
}

/** However it lay as it was measured: the longest side first. Null where one is not known. */
function sides({ length_cm: length, width_cm: width, height_cm: height }: Measured): string[] | null {
  if (length === null || width === null || height === null) return null;
  return [length, width, height].toSorted((one, other) => decimal(other).cmp(decimal(one)));
}

const shown = (values: readonly (string | null)[]): string =>
  values.map((value) => decimal(value!).toFixed()).join(' x ');
