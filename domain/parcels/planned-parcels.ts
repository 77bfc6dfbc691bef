/** Labels of cartons that are planned and not packed yet, and whether what is packed is what they were bought for. Pure. */
import { decimal, type Decimal } from '../decimal.ts';

/** Why the parcel of a label is not packed as it was planned when its label was bought. */
export const unplannedReasons = [
  'planned_otherwise',
  'packed_otherwise',
  'not_packed',
  'wave_cancelled',
] as const;
export type UnplannedReason = (typeof unplannedReasons)[number];

export const unplannedSays: Record<UnplannedReason, string> = {
  planned_otherwise: 'Its carton is planned otherwise since, or no more.',
  packed_otherwise: 'Its carton was packed otherwise than planned.',
  not_packed: 'Its shipment left, and its carton was never packed.',
  wave_cancelled: 'The wave was cancelled for which its carton was planned.',
};

export const unplannedMeans =
  'Why it was not packed as planned when its label was bought, which its carrier takes back: planned_otherwise (another plan, or a short pick), packed_otherwise (in another type, or more than 5 % and 50 g or 1 cm off), not_packed when its shipment left, wave_cancelled.';

/** Of which parcel a label is: of a carton, of a planned one, or, with neither, of all that is sent. */
export interface ParcelKey {
  carton_id: string | null;
  planned_sscc: string | null;
}

/** A carton that is packed has an id; undefined: it travels without any. */
export const parcelKey = (carton: { id: string | null; sscc: string } | undefined): ParcelKey => ({
  carton_id: carton?.id ?? null,
  planned_sscc: carton && carton.id === null ? carton.sscc : null,
});

export interface Measured {
  weight_kg: string | null;
  length_cm: string | null;
  width_cm: string | null;
  height_cm: string | null;
}

// Carriers measure no finer, and ask more for what is more.
const tolerance = { share: decimal('0.05'), least: { weight_kg: decimal('0.05'), side_cm: decimal('1') } };

/** Whether a packed carton is what its label was bought for. */
export function isAsSold(sold: Measured, packed: Measured): boolean {
  return (
    isNear(sold.weight_kg, packed.weight_kg, tolerance.least.weight_kg) &&
    (['length_cm', 'width_cm', 'height_cm'] as const).every((side) =>
      isNear(sold[side], packed[side], tolerance.least.side_cm),
    )
  );
}

/** What nobody has measured differs from nothing. */
function isNear(sold: string | null, packed: string | null, least: Decimal): boolean {
  if (sold === null || packed === null) return true;
  const share = decimal(sold).times(tolerance.share);
  const allowed = share.gt(least) ? share : least;
  return decimal(packed).minus(decimal(sold)).abs().lte(allowed);
}
