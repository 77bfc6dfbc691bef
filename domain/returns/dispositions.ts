/** What inspection finds, and what may become of inspected units. */

export const grades = ['A', 'B', 'C', 'D'] as const;
export type Grade = (typeof grades)[number];

/**
 * - restock: sellable again.
 * - downgrade: sellable as another item (seconds).
 * - scrap: out of stock, with the reason.
 * - quarantine: stays on hold.
 * - vendor: stays on hold, to be sent back to its vendor.
 * - refurbish: stays on hold, to be repaired.
 * - customer: leaves again, for the customer: a direct shipment holds them.
 */
export const dispositionKinds = [
  'restock',
  'downgrade',
  'scrap',
  'quarantine',
  'vendor',
  'refurbish',
  'customer',
] as const;
export type DispositionKind = (typeof dispositionKinds)[number];

/** Those that post what becomes of the units. Of others the record is the mark, or a shipment holds them. */
export function movesStock(kind: DispositionKind): kind is 'restock' | 'downgrade' | 'scrap' {
  return kind === 'restock' || kind === 'downgrade' || kind === 'scrap';
}
