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
 */
export const dispositionKinds = [
  'restock',
  'downgrade',
  'scrap',
  'quarantine',
  'vendor',
  'refurbish',
] as const;
export type DispositionKind = (typeof dispositionKinds)[number];

/** Those that leave the units where they are: the record is their mark. */
export function staysPut(kind: DispositionKind): kind is 'quarantine' | 'vendor' | 'refurbish' {
  return kind === 'quarantine' || kind === 'vendor' || kind === 'refurbish';
}
