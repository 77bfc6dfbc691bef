/** How the freight of a load is allocated among the merchants whose goods were on it. */
import { decimal, zero } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

export const freightBases = ['weight', 'volume', 'pallets', 'units', 'equal'] as const;
export type FreightBasis = (typeof freightBases)[number];

/** What a merchant had on the load. Null when an item's measure is unknown: a sum without it would be wrong. */
export interface MerchantFreight {
  merchant_id: string;
  weight: string | null;
  volume: string | null;
  pallets: string | null;
  units: string | null;
}

export interface FreightShare {
  merchant_id: string;
  basis_qty: string;
}

/** The shares on this basis; undefined when a merchant's part is unknown or all parts are zero. */
function sharesBy(basis: FreightBasis, merchants: readonly MerchantFreight[]): FreightShare[] | undefined {
  if (basis === 'equal') return merchants.map(({ merchant_id }) => ({ merchant_id, basis_qty: '1' }));
  const shares = merchants.map((one) => ({ merchant_id: one.merchant_id, basis_qty: one[basis] }));
  if (shares.some(({ basis_qty: qty }) => qty === null)) return undefined;
  const known = shares as FreightShare[];
  return known.some(({ basis_qty: qty }) => decimal(qty).gt(zero)) ? known : undefined;
}

/**
 * The basis freight is split on, with each merchant's part. A requested basis is used or refused: 409
 * FREIGHT_BASIS_UNKNOWN. Otherwise it is weight or, failing that, the first basis known for every item on the load.
 */
export function freightShares(
  merchants: readonly MerchantFreight[],
  wanted: FreightBasis | undefined,
): { basis: FreightBasis; shares: FreightShare[] } {
  for (const basis of wanted ? [wanted] : freightBases) {
    const shares = sharesBy(basis, merchants);
    if (shares) return { basis, shares };
  }
  throw new Refusal(
    'FREIGHT_BASIS_UNKNOWN',
    `The ${wanted} of some item on the load is not known; give the item its measure, or split by another basis.`,
    { basis: wanted, merchants: merchants.map((one) => ({ ...one })) },
  );
}

/** The shares on the basis of before or, where that is not known of what was added since, on the first that is. */
export function sharesOfWhatLeaves(
  merchants: readonly MerchantFreight[],
  before: FreightBasis,
): { basis: FreightBasis; shares: FreightShare[] } {
  return freightShares(merchants, sharesBy(before, merchants) ? before : undefined);
}
