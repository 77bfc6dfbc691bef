/** Which of a parcel's quotes is chosen, and why each of the others is not. */
import { addWorkingDays } from '../days.ts';
import { decimal, zero } from '../decimal.ts';

export const choices = ['cheapest', 'fastest', 'cheapest_by'] as const;
export type Choice = (typeof choices)[number];

export interface Offer {
  amount: string;
  currency: string;
  /** Days on the way; null where the carrier does not say. */
  days: number | null;
  /** The day of delivery, where the carrier names one. */
  delivers_on: string | null;
}

/** By when it has to be there, and whence days are counted. */
export interface Deadline {
  /** Null: the sooner the better. */
  by: string | null;
  /** At the warehouse. */
  today: string;
  /** By how many days the parcel is later than its carrier says: for what is packed today and collected tomorrow. */
  add_days: number;
}

export interface Chosen {
  /** The place of the chosen one; undefined when none will do. */
  at: number | undefined;
  /** Of each, in a sentence. */
  why: string[];
}

/**
 * The day it is there: the one its carrier names, else its days from today, which carriers count from Monday to Friday.
 * Null where it says neither.
 */
export function arrival(
  { delivers_on: on, days }: Offer,
  { today, add_days: more }: Deadline,
): string | null {
  if (on !== null) return addWorkingDays(on, more);
  return days === null ? null : addWorkingDays(today, days + more);
}

/**
 * `cheapest_by` takes the cheapest that is there by a day, `fastest` the first to be there; both need a deadline. Amounts of other currencies than the first one's cannot be
 * compared, so those are not chosen; nor is what is `barred`, for the reason given.
 */
export function chooseQuote(
  offers: readonly Offer[],
  choice: Choice,
  by: Deadline | null,
  barred: readonly (string | null)[] = [],
): Chosen {
  const currency = offers.find((_offer, at) => !barred[at])?.currency;
  const why = offers.map((offer, at) => barred[at] ?? reasonAgainst(offer, choice, by, currency));
  const left = offers.map((_offer, at) => at).filter((at) => why[at] === null);
  const on = offers.map((offer) => (by ? arrival(offer, by) : null));
  const [first] = left.toSorted(
    (one, other) =>
      (choice === 'fastest' ? byDay(on[one]!, on[other]!) : 0) ||
      byAmount(offers[one]!, offers[other]!) ||
      byDays(offers[one]!, offers[other]!) ||
      one - other,
  );
  if (first === undefined) return { at: undefined, why: why.map((reason) => reason ?? '') };
  const behind = (at: number): string =>
    choice === 'fastest' && on[at]! > on[first]!
      ? `It is there on ${on[at]}, not ${on[first]}.`
      : dearer(offers[at]!, offers[first]!);
  const words = choice === 'fastest' ? `The fastest of ${left.length}.` : `The cheapest of ${left.length}.`;
  return {
    at: first,
    why: why.map((reason, at) => (at === first ? words : (reason ?? behind(at)))),
  };
}

function reasonAgainst(
  offer: Offer,
  choice: Choice,
  deadline: Deadline | null,
  currency: string | undefined,
): string | null {
  const { currency: own } = offer;
  if (own !== currency) return `Its price in ${own} cannot be compared with one in ${currency}.`;
  if (choice === 'cheapest' || deadline === null) return null;
  const on = arrival(offer, deadline);
  if (on === null) return 'The carrier does not say when it is there.';
  return choice === 'cheapest_by' && deadline.by !== null && on > deadline.by
    ? `It is there on ${on}, after ${deadline.by}.`
    : null;
}

const byAmount = (one: Offer, other: Offer): number => decimal(one.amount).cmp(decimal(other.amount));
const byDays = (one: Offer, other: Offer): number => (one.days ?? 0) - (other.days ?? 0);
const byDay = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function dearer(offer: Offer, best: Offer): string {
  const more = decimal(offer.amount).minus(decimal(best.amount));
  return more.gt(zero)
    ? `It costs ${more.toFixed(2)} ${offer.currency} more.`
    : 'It is as good as the chosen one.';
}
