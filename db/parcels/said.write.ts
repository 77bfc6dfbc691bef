/**
 * What is said to carriers has in common, be it a label or a manifest: it is claimed across organizations with the account
 * it goes through, and released after a try that was not done.
 */
import type { Adapter, FarSide } from '../../domain/parcels/carriers.ts';
import { execute, rows, type Database, type TenantTransaction } from '../database.ts';
import { claimedFor, releasedAfter, type OutboundRoom } from '../outside.ts';
import { name, sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

type Said = 'label_purchases' | 'manifests';

/** Something claimed, with the account it goes through. */
export interface ClaimedOfAccount {
  organization_id: string;
  id: string;
  account_id: string;
  /** The tries before this one. */
  attempts: number;
  claim: string;
  /** Since when it may have been done, in ms; null when nothing was lost. */
  lost_ms: number | null;
  adapter: Adapter;
  far_side: FarSide;
  api_url: string;
  credentials_sealed: string | null;
  settle_after_seconds: number;
}

/** What is asked for with accounts of this kind, for as long as a try may take. */
export interface ClaimOf {
  farSide: FarSide;
  room: OutboundRoom;
  seconds: number;
}

/** Claims what is due, as rows `s` of the table, with these columns of theirs besides. */
export function claimSaid<Claimed extends ClaimedOfAccount>(
  database: Database,
  table: Said,
  states: readonly string[],
  { farSide, room, seconds }: ClaimOf,
  own: SqlText,
): Promise<Claimed[]> {
  return rows<Claimed>(
    database.system,
    sql`with ${dueWith(table, states, farSide, room)}
        update ${name(table)} s
           set ${claimedFor(seconds, sql`${farSide}::text = 'answers'`)},
               state = case s.state when 'queued' then 'sending' else s.state end
          from taken
         where s.organization_id = taken.organization_id and s.id = taken.id
        returning ${claimedColumns}, s.state, ${own}`,
  );
}

/**
 * What is due with accounts of this kind, locked, as `taken`: for each organization no more than its share of the room.
 * Materialized, as in every claim: as a subquery it may be asked again for each row, and take more than there is room for.
 * What somebody else is writing is passed over, so a claim waits for nobody. Its account is held as well: whoever moves
 * one to another address locks it (`lockAccountToMove`), and knows of all that is asked at the present one.
 */
function dueWith(
  table: Said,
  states: readonly string[],
  farSide: FarSide,
  { free, ofOneMax, underWay }: OutboundRoom,
): SqlText {
  return sql`taken as materialized (select d.organization_id, d.id, a.adapter, a.far_side, a.api_url, a.credentials_sealed, a.label_format,
                     a.settle_after_seconds
                from (select q.organization_id, q.id, q.account_id, q.next_try_at,
                             row_number() over (partition by q.organization_id order by q.next_try_at)
                               + coalesce(u.count, 0) as turn
                        from ${name(table)} q
                        join carrier_accounts a on a.organization_id = q.organization_id and a.id = q.account_id
                        left join unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[])
                               as u (organization_id, count) on u.organization_id = q.organization_id
                       where ${isOneOf('q.state', states)} and q.next_try_at <= now()
                         and (q.claimed_until is null or q.claimed_until < now()) and a.far_side = ${farSide}) ranked
                join ${name(table)} d on d.organization_id = ranked.organization_id and d.id = ranked.id
                 and ${isOneOf('d.state', states)} and d.next_try_at <= now()
                 and (d.claimed_until is null or d.claimed_until < now())
                join carrier_accounts a on a.organization_id = ranked.organization_id and a.id = ranked.account_id
                 and a.far_side = ${farSide}
               where ranked.turn <= ${ofOneMax} order by ranked.next_try_at limit ${free}
                 for update of d skip locked for key share of a skip locked)`;
}

/** What `dueWith` adds to the columns of a claimed row `s`. */
const claimedColumns = sql`s.organization_id, s.id, s.account_id, s.attempts, s.claim,
  floor(extract(epoch from now() - s.unknown_since) * 1000)::float8 as lost_ms, taken.adapter, taken.far_side,
  taken.api_url, taken.credentials_sealed, taken.settle_after_seconds`;

/** Releases the claim of what the carrier did not say that it did. */
export async function releaseSaid(
  tx: TenantTransaction,
  table: Said,
  id: string,
  after: {
    state: string;
    kind: 'refused' | 'unsent' | 'unknown';
    is_lost_anew: boolean;
    attempts: number;
    /** Null: it is not asked again by itself. */
    next_ms: number | null;
    error: string | null;
  },
): Promise<void> {
  // Then nobody has decided it, whatever somebody had said before.
  const refused =
    after.state === 'refused' ? sql`refused_at = now(), resolved_by = null, resolved_for = null,` : sql``;
  await execute(
    tx,
    sql`update ${name(table)}
           set state = ${after.state}, ${releasedAfter(after.kind, after.is_lost_anew)}, attempts = ${after.attempts},
               last_error = ${after.error}, ${refused} updated_at = now(),
               next_try_at = now() + ${after.next_ms}::bigint * interval '1 millisecond'
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
