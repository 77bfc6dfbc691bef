/** Fields that commands of invoices and of bills share. */
import { date, decimalNumber, integer, optional, text } from '../schema.ts';

/** The version of the draft its editor saw. */
export const versionSeen = () =>
  optional(integer({ min: 1, max: 2 ** 31 - 1 }), 'Refused with 409 when the draft has changed since.');

export const taxPercent = () => decimalNumber({ places: 6, below: 100.000001, min: 0 });

export const voidFields = { reason: text(500), void_date: optional(date()) };
