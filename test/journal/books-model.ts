/**
 * A small model of the books, kept beside the service: what documents, payments, credits, voids and locks leave open on
 * any day, in whole units of each currency's smallest denomination. It shares no arithmetic with the service.
 */
import fc from 'fast-check';

export const decimalsOf: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };
export const foreign = ['EUR', 'JPY', 'KWD'] as const;
export const parties = ['merchant', 'second', 'customer', 'vendor', 'carrier'] as const;
export type PartyName = (typeof parties)[number];
export type Side = 'invoice' | 'bill';

const start = Date.UTC(2025, 0, 1);
/** The day so many days after 1 January 2025. */
export const dayAt = (offset: number): string =>
  new Date(start + offset * 86_400_000).toISOString().slice(0, 10);
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
/** 31 January to 31 May. */
export const monthEnds = [30, 58, 89, 119, 150].map(dayAt);

/** The so-many-eth of a list, counting on from its start. */
export const nth = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)];

/** The amount as the JSON number the service takes and gives. */
export const shown = (units: bigint, currency: string): number => Number(units) / 10 ** decimalsOf[currency]!;

/** Units of a currency at a rate in millionths, in cents of the base currency, half a cent away from zero. */
export function inBase(units: bigint, currency: string, millionths: bigint): bigint {
  const scale = 10n ** BigInt(decimalsOf[currency]! + 6 - 2);
  const value = (units < 0n ? -units : units) * millionths;
  const cents = (value * 2n + scale) / (scale * 2n);
  return units < 0n ? -cents : cents;
}

const rate = fc.integer({ min: 1, max: 3_000_000 });
const percent = fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 110 }));
const which = fc.nat(1000);
// Mostly after what it refers to, sometimes the day before.
const delay = fc.integer({ min: -2, max: 50 });

/** A rate by day of the billing item's tax code comes, changes or goes; or another day says which one counts. */
const drawnRate = fc.record({
  do: fc.constant('rate' as const),
  change: fc.constantFrom('add', 'add', 'add', 'move', 'drop', 'tax_date'),
  which,
  percent: fc.integer({ min: 0, max: 3_000 }),
  from: fc.nat(130),
  length: fc.option(fc.nat(40), { nil: undefined }),
});

const drawnDocument = fc.record({
  do: fc.constant('document' as const),
  side: fc.constantFrom<Side>('invoice', 'invoice', 'bill'),
  isCredit: fc.constantFrom(false, false, true),
  party: fc.nat(2),
  currency: fc.constantFrom('USD', 'USD', 'EUR', 'JPY', 'KWD'),
  rate,
  day: fc.nat(130),
  amounts: fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 3 }),
  tax: fc.constantFrom(0, 7.25, 19),
  /** Enters other lines first and changes the draft; corrects an earlier invoice, if there is one that fits. */
  isEdited: fc.boolean(),
  corrects: fc.option(which, { nil: undefined }),
  /** An invoice's lines have their tax of a billing item; each may be of a day of service before the document's. */
  isOfItem: fc.boolean(),
  served: fc.array(fc.option(fc.nat(60), { nil: undefined }), { minLength: 3, maxLength: 3 }),
  /** What becomes of the rates while it is a draft. */
  between: fc.option(drawnRate, { nil: undefined }),
});

const drawnPayment = fc.record({
  do: fc.constant('pay' as const),
  document: which,
  percent,
  delay,
  rate: fc.option(rate, { nil: undefined }),
  isWrittenOff: fc.constantFrom(false, false, false, true),
});
const drawnVoid = fc.record({ do: fc.constant('void' as const), document: which, delay });
const drawnEntry = fc.record({
  do: fc.constant('enter' as const),
  amount: fc.integer({ min: 1, max: 9999 }),
  day: fc.nat(150),
  reverseAfter: fc.option(delay, { nil: undefined }),
});
const severalOf = <T>(drawn: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(drawn, { minLength: 2, maxLength: 6, size: 'max' });

/** One thing a bookkeeper does. What it refers to is the so-many-eth of what there is by then. */
export const drawnStep = fc.oneof(
  { weight: 50, arbitrary: drawnDocument },
  { weight: 50, arbitrary: drawnPayment },
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constant('apply' as const),
      document: which,
      credit: which,
      percent,
      delay,
    }),
  },
  { weight: 20, arbitrary: fc.record({ do: fc.constant('reverse' as const), payment: which, delay }) },
  { weight: 20, arbitrary: drawnVoid },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('revalue' as const),
      month: fc.nat(monthEnds.length - 1),
      rates: fc.tuple(rate, rate, rate),
    }),
  },
  { weight: 10, arbitrary: drawnEntry },
  { weight: 15, arbitrary: drawnRate },
  // Asked at once, they go in groups.
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constant('together' as const),
      steps: fc.oneof(
        severalOf(drawnDocument),
        severalOf(drawnPayment),
        severalOf(drawnVoid),
        severalOf(drawnEntry),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('lock' as const), day: fc.nat(90) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
);
export type Step = typeof drawnStep extends fc.Arbitrary<infer T> ? T : never;
export type StepOf<K extends Step['do']> = Extract<Step, { do: K }>;

export interface ModelDocument {
  id: string;
  side: Side;
  isCredit: boolean;
  party: PartyName;
  currency: string;
  rate: bigint;
  day: string;
  due: string;
  total: bigint;
  /** What was applied on which day; a reversal is negative. */
  applied: { day: string; amount: bigint }[];
  corrects: ModelDocument | undefined;
  /** What its first line was taxed with, in hundredths of a percent, if that is the billing item's. */
  itemPercent: bigint | undefined;
  voidOn: string | undefined;
}

export interface ModelPayment {
  id: string;
  document: ModelDocument;
  credit: ModelDocument | undefined;
  amount: bigint;
  day: string;
  isReversed: boolean;
}

interface ModelRate {
  id: string;
  /** In hundredths of a percent. */
  percent: bigint;
  from: string;
  to: string | undefined;
}

/** What the billing item itself is taxed with, in hundredths of a percent. */
export const itemPercent = 1_900n;

export class BooksModel {
  readonly documents: ModelDocument[] = [];
  readonly payments: ModelPayment[] = [];
  rates: ModelRate[] = [];
  taxDate: 'invoice' | 'service' = 'invoice';
  lockedThrough = '';

  /** What the billing item is taxed with on a day. */
  percentOn(day: string): bigint {
    const found = this.rates.find(({ from, to = '9999-12-31' }) => from <= day && day <= to);
    return found?.percent ?? itemPercent;
  }

  /** What is open on a document at the end of a day; without a day, by everything known. */
  due(document: ModelDocument, day = '9999-12-31'): bigint {
    if (document.day > day || (document.voidOn !== undefined && document.voidOn <= day)) return 0n;
    return document.applied.reduce(
      (left, one) => (one.day <= day ? left - one.amount : left),
      document.total,
    );
  }

  /** Open on a day per party, currency and days overdue, credits negative: what an aging has to say. */
  aging(side: Side, day: string): Map<string, bigint[]> {
    const found = new Map<string, bigint[]>();
    for (const document of this.documents.filter((one) => one.side === side)) {
      const due = this.due(document, day) * (document.isCredit ? -1n : 1n);
      if (due === 0n) continue;
      const late = (Date.parse(day) - Date.parse(document.due)) / 86_400_000;
      const bucket = late <= 0 ? 0 : Math.min(4, 1 + Math.floor((late - 1) / 30));
      const key = `${document.party} ${document.currency}`;
      const buckets = found.get(key) ?? [0n, 0n, 0n, 0n, 0n];
      buckets[bucket]! += due;
      found.set(key, buckets);
    }
    return found;
  }

  /** Why a date is refused. */
  dated(day: string, earliest: string): string[] {
    return [
      ...(day < earliest ? ['VALIDATION_FAILED'] : []),
      ...(day <= this.lockedThrough ? ['PERIOD_LOCKED'] : []),
    ];
  }

  payable(document: ModelDocument, amount: bigint): string[] {
    const due = this.due(document);
    return [
      ...(document.voidOn !== undefined || due === 0n ? ['ILLEGAL_TRANSITION'] : []),
      ...(amount > due ? ['AMOUNT_EXCEEDS_DUE'] : []),
    ];
  }

  voidable(document: ModelDocument, day: string): string[] {
    const settled = document.applied.reduce((sum, one) => sum + one.amount, 0n);
    const corrections = this.documents.filter((one) => one.corrects === document);
    const isCorrected = corrections.some(({ voidOn }) => voidOn === undefined);
    // Until its corrections were void, more would have been given back than was owed.
    const days = [
      ...document.applied.map(({ day: on }) => on),
      ...corrections.map(({ voidOn }) => voidOn ?? ''),
    ];
    const last = days.reduce((latest, on) => (on > latest ? on : latest), document.day);
    return [
      ...(document.voidOn === undefined ? [] : ['ILLEGAL_TRANSITION']),
      ...(settled > 0n ? ['HAS_PAYMENTS'] : []),
      ...(isCorrected ? ['HAS_CREDIT_NOTES'] : []),
      ...this.dated(day, last),
    ];
  }

  /** What live credit notes leave of an invoice to correct. */
  correctable(document: ModelDocument): bigint {
    const credits = this.documents.filter((one) => one.corrects === document && one.voidOn === undefined);
    return credits.reduce((left, one) => left - one.total, document.total);
  }
}
