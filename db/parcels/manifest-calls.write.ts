/** Calls to carriers about manifests, claimed across organizations. */
import { openManifestStates, type ManifestState } from '../../domain/parcels/manifest-states.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { claimSaid, type ClaimedOfAccount, type ClaimOf } from './said.write.ts';

export interface ClaimedManifest extends ClaimedOfAccount {
  state: ManifestState;
  ship_date: string;
  /** The references of its labels. */
  label_ids: string[];
}

/** Claims what is due with accounts of this kind for as long as a try may take. */
export const claimManifests = (database: Database, of: ClaimOf): Promise<ClaimedManifest[]> =>
  claimSaid(
    database,
    'manifests',
    openManifestStates,
    of,
    sql`s.ship_date::text as ship_date,
        array(select p.id from label_purchases p
               where p.organization_id = s.organization_id and p.manifest_id = s.id order by p.id) as label_ids`,
  );
