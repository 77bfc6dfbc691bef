/** Calls to carriers: labels claimed across organizations, and what a step of a purchase left. */
import type { LabelFormat } from '../../domain/parcels/carriers.ts';
import { openLabelStates, type LabelState } from '../../domain/parcels/label-states.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import { execute, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { claimSaid, type ClaimedOfAccount, type ClaimOf } from './said.write.ts';
import { isUnneeded } from './unneeded-labels.write.ts';

export interface ClaimedLabel extends ClaimedOfAccount {
  state: LabelState;
  service_code: string;
  label_format: LabelFormat;
  parcel: Parcel;
  vendor_shipment_id: string | null;
  vendor_rate_id: string | null;
  /** Its parcel is not sent after all. */
  is_unneeded: boolean;
}

/** Claims what is due with accounts of this kind for as long as a try may take. */
export const claimLabels = (database: Database, of: ClaimOf): Promise<ClaimedLabel[]> =>
  claimSaid(
    database,
    'label_purchases',
    openLabelStates,
    of,
    sql`s.service_code, coalesce(s.label_format, taken.label_format) as label_format, s.parcel, s.vendor_shipment_id,
        s.vendor_rate_id, ${isUnneeded('s')} as is_unneeded`,
  );

/**
 * The carrier has made its shipment of it, which costs nothing; from now on it can be bought, by these. Until then nothing
 * was sold, whatever became of the tries before: of one that was lost nothing is in doubt.
 */
export async function recordVendorShipment(
  database: Database,
  { organization_id, id, claim }: ClaimedLabel,
  of: { vendor_shipment_id: string; vendor_rate_id: string },
): Promise<void> {
  await execute(
    database.system,
    sql`update label_purchases
           set vendor_shipment_id = ${of.vendor_shipment_id}, vendor_rate_id = ${of.vendor_rate_id}, state = 'queued',
               attempts = 0, next_try_at = now(), claim = null, claimed_until = null, unknown_since = null
         where organization_id = ${organization_id} and id = ${id} and claim = ${claim} and state in ('sending', 'unknown')`,
  );
}
