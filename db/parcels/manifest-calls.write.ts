/** Calls to carriers about manifests, claimed across organizations. */
import type { FarSide } from '../../domain/parcels/carriers.ts';
import { openManifestStates, type ManifestState } from '../../domain/parcels/manifest-states.ts';
import { rows, type Database } from '../database.ts';
import { claimedFor, type OutboundRoom } from '../outside.ts';
import { sql } from '../sql-text.ts';
import { claimedColumns, dueWith, type ClaimedOfAccount } from './said.write.ts';

export interface ClaimedManifest extends ClaimedOfAccount {
  state: ManifestState;
  ship_date: string;
  /** The references of its labels. */
  label_ids: string[];
}

/** Claims what is due with accounts of this kind for as long as a try may take. */
export function claimManifests(
  database: Database,
  farSide: FarSide,
  room: OutboundRoom,
  seconds: number,
): Promise<ClaimedManifest[]> {
  return rows<ClaimedManifest>(
    database.system,
    sql`update manifests s
           set ${claimedFor(seconds, sql`${farSide}::text = 'answers'`)},
               state = case s.state when 'queued' then 'sending' else s.state end
          from ${dueWith('manifests', openManifestStates, farSide, room)}
         where s.organization_id = taken.organization_id and s.id = taken.id
        returning ${claimedColumns}, s.state, s.ship_date::text as ship_date,
                  array(select p.id from label_purchases p
                         where p.organization_id = s.organization_id and p.manifest_id = s.id order by p.id) as label_ids`,
  );
}
