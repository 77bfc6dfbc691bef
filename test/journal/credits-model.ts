/**
 * A small model of what a credit note must say of an order's line, whether it names the line or its returned units, in whole
 * cents: the share of net and tax that is due by now less what was given, and the fee of its units; and what it is worth in
 * the base currency. It shares no arithmetic with the service.
 */

/** What was invoiced of an order's one line, in cents of its currency. */
export interface Invoiced {
  qty: number;
  net: bigint;
  tax: bigint;
  /** What one of its currency is worth, in hundredths of the base currency. */
  rate: bigint;
}

/** Units of one inspection on a note. Percentages are in hundredths of a percent. */
export interface NoteUnits {
  qty: number;
  percent: number;
  /** Cents of the base currency that the rule keeps of each. */
  feeEach: bigint;
}

export interface Note {
  units: readonly NoteUnits[];
  net: bigint;
  tax: bigint;
  fee: bigint;
}

/** Half a cent away from zero; nothing here is negative. */
const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (numerator * 2n + denominator) / (denominator * 2n);

const add = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
const atLeastNothing = (value: bigint): bigint => (value > 0n ? value : 0n);

/** Units by the percentage credited, in ten-thousandths of a unit. */
const parts = (units: readonly NoteUnits[]): bigint =>
  add(units.map(({ qty, percent }) => BigInt(qty) * BigInt(percent)));

/** A line or the tax of a document as it is posted, in cents. */
export interface Worth {
  amount: bigint;
  base: bigint;
}

const shareOf = (amount: bigint, part: bigint, of: bigint): bigint =>
  part >= of ? amount : rounded(amount * part, of);

/** What a part of an invoice of which this much is credited is worth in base currency, after the notes issued before it. */
export function worthOf(whole: Worth, before: readonly Worth[], amount: bigint): bigint {
  if (amount === 0n) return 0n;
  const credited = add(before.map((one) => one.amount)) + amount;
  return atLeastNothing(shareOf(whole.base, credited, whole.amount) - add(before.map((one) => one.base)));
}

/** What a note of these units says after the live notes before it. `askedFee` takes the place of what rules keep. */
export function noteOf(
  invoiced: Invoiced,
  before: readonly Note[],
  units: readonly NoteUnits[],
  askedFee: bigint | undefined,
): Note {
  const whole = BigInt(invoiced.qty) * 10_000n;
  let [part, given] = [parts(before.flatMap((note) => note.units)), add(before.map((note) => note.net))];
  const first = given;
  let open = invoiced.qty - before.flatMap((note) => note.units).reduce((sum, { qty }) => sum + qty, 0);
  let kept = 0n;
  for (const one of units) {
    part += parts([one]);
    given += atLeastNothing(shareOf(invoiced.net, part, whole) - given);
    const charged = Math.max(0, Math.min(one.qty, open));
    open -= one.qty;
    // Hundredths of cents of the base currency, by hundredths of it that one of the note's is worth.
    kept += rounded(BigInt(charged) * one.feeEach * 100n, invoiced.rate);
  }
  const net = given - first;
  const tax =
    invoiced.net === 0n
      ? 0n
      : atLeastNothing(shareOf(invoiced.tax, given, invoiced.net) - add(before.map((note) => note.tax)));
  const fee = askedFee ?? kept;
  return { units, net, tax, fee: fee > net + tax ? net + tax : fee };
}
