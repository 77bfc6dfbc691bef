/** What a carrier's invoice asks, beside what its labels cost when they were bought. Pure. */
import { decimal, zero, type Decimal } from '../decimal.ts';

export const verdicts = ['matched', 'dearer', 'cheaper', 'not_ours', 'twice'] as const;
export type Verdict = (typeof verdicts)[number];
export const dearerBy = ['price', 'weight', 'surcharge'] as const;
export type DearerBy = (typeof dearerBy)[number];

/** A line, and what is known of its label; null where the account has none of that number. */
export interface InvoicedLine {
  id: string;
  charge_code: string;
  amount: string;
  weight_kg: string | null;
  label: {
    id: string;
    merchant_id: string;
    /** What it cost when it was bought; null where nobody has said. */
    amount: string | null;
    currency: string | null;
    weight_kg: string | null;
    is_voided: boolean;
    /** It was given up before its carrier sold it, and its parcel has another. */
    is_given_up: boolean;
    /** What invoices matched before asked for it by charge code, less what they gave back under that code. */
    asked_before: Readonly<Record<string, string>>;
    /** Whether they asked for anything, given back since or not. */
    was_asked: boolean;
    /** What of its price those were paid, less what they gave back of it. */
    priced_before: string;
  } | null;
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
 * it. What was given back under a code may be asked again. Of a label that was taken back its merchant pays no price:
 * what its carrier gives back of that is the operator's.
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
    if (label.is_given_up)
      return { ...unheld, verdict: 'not_ours', why: 'The label was given up, and its parcel has another.' };
    const before = asked.get(label.id) ?? askedBefore(label);
    asked.set(label.id, before);
    const amount = decimal(line.amount);
    const isGivenBack = amount.lt(zero);
    // What was never asked for it is not given back either.
    if (label.is_voided && !(isGivenBack && before.wasAsked))
      return { ...unheld, verdict: 'not_ours', why: 'The label was taken back.' };
    if (label.currency !== null && label.currency !== currency)
      return { ...unheld, verdict: 'not_ours', why: `The label was bought in ${label.currency}.` };
    const ofCode = before.codes.get(line.charge_code) ?? zero;
    if (!isGivenBack && ofCode.gt(zero))
      return { ...unheld, verdict: 'twice', why: `${line.charge_code} was asked for this label before.` };
    const expected = (
      isGivenBack ? priceBack(line.amount, label, before.priced) : price(label, before.wasAsked)
    ).toFixed();
    before.priced = before.priced.plus(decimal(expected));
    before.codes.set(line.charge_code, ofCode.plus(amount));
    before.wasAsked ||= !isGivenBack;
    return { ...of, expected, ...held(line, label, expected, tolerance) };
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

const price = ({ amount }: Label, wasAsked: boolean): Decimal => (wasAsked ? zero : decimal(amount ?? '0'));

/** Negative: what of an amount given back is of the price, which nobody pays once the label is taken back. */
function priceBack(amount: string, { is_voided: isVoided }: Label, priced: Decimal): Decimal {
  if (!isVoided || priced.lte(zero)) return zero;
  const back = decimal(amount).abs();
  return (back.lt(priced) ? back : priced).times('-1');
}

function held(
  { amount, weight_kg: weighed }: InvoicedLine,
  { amount: price, weight_kg: told }: Label,
  expected: string,
  tolerance: string,
): Pick<JudgedLine, 'verdict' | 'dearer_by' | 'difference' | 'why'> {
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
  const isHeavier = weighed !== null && told !== null && decimal(weighed).gt(decimal(told));
  if (isHeavier)
    return {
      verdict: 'dearer',
      dearer_by: 'weight',
      difference,
      why: `The carrier weighed ${decimal(weighed).toFixed()} kg; it was told ${decimal(told).toFixed()} kg.`,
    };
  if (decimal(expected).eq(zero) && price !== null)
    return {
      verdict: 'dearer',
      dearer_by: 'surcharge',
      difference,
      why: 'Asked beside the price of the label.',
    };
  const why = price === null ? 'What it was bought for is not known.' : 'More than it was bought for.';
  return { verdict: 'dearer', dearer_by: 'price', difference, why };
}
