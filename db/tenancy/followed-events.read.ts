/** Reads new events of every followed organization in one statement, for the single event follower of a process. */
import { row, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

/** A reader's position in an organization's stream: it has seen everything up to here. */
export interface StreamPosition {
  transaction: string;
  position: string;
}

/** The follower's position in one organization's stream. */
export interface FollowedPlace extends StreamPosition {
  organization_id: string;
}

export interface StreamedEvent extends StreamPosition {
  id: string;
  type: string;
  subject_type: string;
  subject_id: string;
  subject_seq: number;
  data: Record<string, unknown>;
  occurred_at: Date;
}

export type FollowedEvent = FollowedPlace & StreamedEvent;

/** The current end of an organization's stream: events of transactions still open come after it. */
export async function streamEndNow(database: Database, organizationId: string): Promise<StreamPosition> {
  const found = await row<{ transaction: string }>(
    database.system,
    sql`select coalesce(stream_horizon(${organizationId})::text, '0') as transaction`,
  );
  return { transaction: found!.transaction, position: '0' };
}

/**
 * The next events after each position, at most `limit` per organization; none that an open transaction might still
 * precede.
 */
export function readFollowed(
  database: Database,
  places: readonly FollowedPlace[],
  limit: number,
): Promise<FollowedEvent[]> {
  return rows<FollowedEvent>(
    database.system,
    sql`select f.organization_id, e.*
          from unnest(${places.map((place) => place.organization_id)}::uuid[],
                      ${places.map(({ transaction }) => transaction)}::text[],
                      ${places.map(({ position }) => position)}::bigint[]) as f (organization_id, transaction, position)
         cross join lateral (
           select id, type, subject_type, subject_id, subject_seq, data, occurred_at,
                  transaction_id::text as transaction, events.position::text as position
             from events
            where events.organization_id = f.organization_id
              and (transaction_id, events.position) > (f.transaction::xid8, f.position)
              and transaction_id < stream_horizon(f.organization_id)
            order by transaction_id, events.position limit ${limit}) e`,
  );
}
