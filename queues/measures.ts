/** Sizes and weights of packagings, cartons and license plates. */
import * as s from './schema.ts';

/** Ten metres: nothing that is handled is longer. Hundredths of a centimetre, so that plans of cartons are exact. */
export const centimetres = (): s.Field<number> =>
  s.decimalNumber({ places: 2, below: 1_000, positive: true });
export const kilograms = (): s.Field<number> =>
  s.decimalNumber({ places: 6, below: 100_000, positive: true });
