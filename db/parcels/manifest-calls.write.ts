/** Calls to carriers about manifests, claimed across organizations. */
import { openManifestStates, type ManifestState } from '../../domain/parcels/manifest-states.ts';
import type { ParcelAddress } from '../../domain/parcels/parcel.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { claimSaid, type ClaimedOfAccount, type ClaimOf } from './said.write.ts';

/** A label on a manifest, as its carrier may know it. */
export interface ManifestedLabel {
  id: string;
  vendor_shipment_id: string | null;
  tracking_no: string | null;
  carrier_code: string | null;
}

export interface ClaimedManifest extends ClaimedOfAccount {
  state: ManifestState;
  ship_date: string;
  /** Before this no carrier was told of it. */
  created_at: Date;
  /** At least one. */
  labels: ManifestedLabel[];
  /** Where its parcels leave. */
  ship_from: ParcelAddress;
}

/** Claims what is due with accounts of this kind for as long as a try may take. */
export const claimManifests = (database: Database, of: ClaimOf): Promise<ClaimedManifest[]> =>
  claimSaid(
    database,
    'manifests',
    openManifestStates,
    of,
    sql`s.ship_date::text as ship_date, s.created_at,
        (select json_agg(json_build_object('id', p.id, 'vendor_shipment_id', p.vendor_shipment_id,
                  'tracking_no', p.tracking_no, 'carrier_code', p.carrier_code) order by p.id)
           from label_purchases p where p.organization_id = s.organization_id and p.manifest_id = s.id) as labels,
        (select p.parcel -> 'ship_from' from label_purchases p
          where p.organization_id = s.organization_id and p.manifest_id = s.id order by p.id limit 1) as ship_from`,
  );
