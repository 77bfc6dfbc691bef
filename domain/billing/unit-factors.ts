/** How what is counted of an activity becomes the unit that its item is billed in. Pure. */
import type { QuantityBasis } from '../rates/billing-events.ts';

const minutesPerHour = '60';
const hoursPerMinute = '0.01666666666666666667';

const measured: Partial<Record<string, Readonly<Record<string, string>>>> = {
  weight_kg: { kg: '1', lb: '2.20462262185', cwt: '0.0220462262185', flat: '1' },
  volume_cbm: { cbm: '1', cuft: '35.3146667215', flat: '1' },
  minutes: { minute: '1', hour: hoursPerMinute, unit: '1', flat: '1' },
  hours: { hour: '1', minute: minutesPerHour, unit: '1', flat: '1' },
} satisfies Partial<Record<QuantityBasis, Record<string, string>>>;

/** A count is billed in its own unit, or in one that does not say what it counts. */
const counted: Partial<Record<string, string>> = {
  lines: 'line',
  units: 'unit',
  cartons: 'carton',
  pallets: 'pallet',
  containers: 'container',
  labels: 'label',
} satisfies Partial<Record<QuantityBasis, string>>;
const uncounted = new Set(['unit', 'flat', 'percent']);

/**
 * The factor from a basis to a billing unit; undefined when one cannot be converted to the other: 500 units are not 500
 * pallets. A document, a cost and what a run computes itself are billed in whatever unit.
 */
export function unitFactor(basis: string, uom: string): string | undefined {
  const factors = measured[basis];
  if (factors) return factors[uom];
  const own = counted[basis];
  return own === undefined || own === uom || uncounted.has(uom) ? '1' : undefined;
}
