/** Which rule says how a parcel's carrier is chosen, and why those before it do not: the first that matches wins. Pure. */
import type { HazardClass } from '../catalog/hazard.ts';
import { decimal } from '../decimal.ts';
import type { Choice } from './choose-quote.ts';

export const ruleChoices = ['cheapest', 'fastest', 'cheapest_by', 'fixed'] as const satisfies readonly (
  | Choice
  | 'fixed'
)[];
export type RuleChoice = (typeof ruleChoices)[number];

/** When a label is bought: once somebody asks, as its carton is planned or packed, or as its shipment ships. */
export const buyMoments = ['ask', 'plan', 'pack', 'ship'] as const;
export type BuyMoment = (typeof buyMoments)[number];

/** Whether a parcel holds dangerous goods. */
export const askedHazards = ['any', 'none'] as const;
type AskedHazard = (typeof askedHazards)[number];

/** What a rule may ask for; null, or an empty list, asks for nothing. */
export interface CarrierRuleConditions {
  merchant_id: string | null;
  warehouse_id: string | null;
  ship_mode: string | null;
  countries: readonly string[];
  /** From the first up to and with what begins with the second, as text. */
  postal_from: string | null;
  postal_to: string | null;
  weight_over: string | null;
  weight_upto: string | null;
  value_over: string | null;
  value_upto: string | null;
  is_po_box: boolean | null;
  due_within_days: number | null;
  /** Whether it holds dangerous goods. */
  hazard: AskedHazard | null;
  /** Of which it holds some. */
  hazard_classes: readonly HazardClass[];
}

export interface CarrierRule extends CarrierRuleConditions {
  id: string;
  name: string;
  priority: number;
  choose: RuleChoice;
  /** Empty: all of them. */
  account_ids: readonly string[];
  services: readonly string[];
  within_days: number | null;
  add_days: number;
  /** By how much what is bought may cost more than was quoted. */
  tolerance_percent: string;
  buy_at: BuyMoment;
}

/** What is known of a parcel before a carrier is asked. */
export interface ParcelFacts {
  merchant_id: string;
  warehouse_id: string;
  ship_mode: string;
  country: string | null;
  postal: string | null;
  weight_kg: string | null;
  /** Of the goods, in the order's currency; null where nobody has named one. */
  value: string | null;
  is_po_box: boolean;
  /** Days until it has to leave, negative once it is late; null where nobody has said. */
  due_in_days: number | null;
  /** Of the dangerous goods in it. */
  hazard_classes: readonly HazardClass[];
}

export const ruleConditions = [
  'merchant_id',
  'warehouse_id',
  'ship_mode',
  'country',
  'postal',
  'weight_kg',
  'value',
  'is_po_box',
  'due_in_days',
  'hazard',
] as const;
export type RuleCondition = (typeof ruleConditions)[number];

/** What of a rule is not met; nothing when it matches. What is not known of a parcel meets no condition on it. */
export function ruleDifferences(rule: CarrierRuleConditions, parcel: ParcelFacts): RuleCondition[] {
  const meets: Record<RuleCondition, boolean> = {
    merchant_id: rule.merchant_id === null || rule.merchant_id === parcel.merchant_id,
    warehouse_id: rule.warehouse_id === null || rule.warehouse_id === parcel.warehouse_id,
    ship_mode: rule.ship_mode === null || rule.ship_mode === parcel.ship_mode,
    country:
      rule.countries.length === 0 || (parcel.country !== null && rule.countries.includes(parcel.country)),
    postal: isBetweenCodes(parcel.postal, rule.postal_from, rule.postal_to),
    weight_kg: isWithin(parcel.weight_kg, rule.weight_over, rule.weight_upto),
    value: isWithin(parcel.value, rule.value_over, rule.value_upto),
    is_po_box: rule.is_po_box === null || rule.is_po_box === parcel.is_po_box,
    due_in_days:
      rule.due_within_days === null ||
      (parcel.due_in_days !== null && parcel.due_in_days <= rule.due_within_days),
    hazard: meetsHazard(rule, parcel.hazard_classes),
  };
  return ruleConditions.filter((name) => !meets[name]);
}

export function firstRule<R extends CarrierRuleConditions>(
  rules: readonly R[],
  parcel: ParcelFacts,
): R | undefined {
  return rules.find((rule) => ruleDifferences(rule, parcel).length === 0);
}

function meetsHazard(
  { hazard, hazard_classes: asked }: Pick<CarrierRuleConditions, 'hazard' | 'hazard_classes'>,
  held: readonly HazardClass[],
): boolean {
  if (hazard !== null && (hazard === 'any') !== held.length > 0) return false;
  return asked.length === 0 || held.some((one) => asked.includes(one));
}

/** More than the one, and not more than the other. */
function isWithin(value: string | null, over: string | null, upto: string | null): boolean {
  if (over === null && upto === null) return true;
  if (value === null) return false;
  const known = decimal(value);
  return (over === null || known.gt(decimal(over))) && (upto === null || known.lte(decimal(upto)));
}

const codeOf = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

function isBetweenCodes(postal: string | null, from: string | null, to: string | null): boolean {
  if (from === null && to === null) return true;
  if (postal === null) return false;
  const code = codeOf(postal);
  const last = to === null ? null : codeOf(to);
  return (from === null || code >= codeOf(from)) && (last === null || code.slice(0, last.length) <= last);
}

const poBox =
  /\b(p\.?\s*o\.?\s*box|post office box|postfach|packstation|apartado|bo[iî]te postale|casella postale)\b/i;

/** Whether the address is a box at the post office, which not every carrier serves. */
export const isPoBox = (address: string): boolean => poBox.test(address);

const hundred = decimal('100');

/** Whether a label costs more than was quoted and is tolerated. Prices in two currencies cannot be compared: it does. */
export function isDearer(
  bought: { amount: string; currency: string },
  quoted: { amount: string; currency: string },
  tolerancePercent: string,
): boolean {
  if (bought.currency !== quoted.currency) return true;
  const most = decimal(quoted.amount).times(decimal(tolerancePercent).plus(hundred)).div(hundred);
  return decimal(bought.amount).gt(most);
}
