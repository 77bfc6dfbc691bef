/** The next planned moves for who asks, locked. */
import type { PlannedMoveKind } from '../../domain/moves/move-kinds.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { areUnlocked } from '../inventory/location-locks.read.ts';
import { metresTo, type Here } from '../picking/nearness.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { moveColumns, type PlannedMove } from './planned-moves.write.ts';

export interface WantedMove {
  warehouseId: string;
  kinds: readonly PlannedMoveKind[];
  zone: string | null;
  here?: Here | undefined;
}

/** How far the place where a move begins is from where the person stands. */
export const metresToMove = (here: Here | undefined): SqlText => metresTo(here, sql`t.from_location_id`);

/** Open moves `t` that could be taken: neither end is locked for a count, and none waits for another. */
const openMoves = (
  tx: TenantTransaction,
  { warehouseId, kinds, zone }: WantedMove,
): SqlText => sql`planned_moves t
         where t.organization_id = ${tx.organizationId} and t.warehouse_id = ${warehouseId} and t.status = 'open'
           and t.waits_for_move_id is null and t.kind = any (${[...kinds]}::text[])
           and (${zone}::text is null or exists (
             select 1 from locations l where l.organization_id = t.organization_id
                and l.id in (t.from_location_id, t.to_location_id) and l.zone = ${zone}))
           and ${areUnlocked(tx, 't.from_location_id', 't.to_location_id')}`;

// The nearest is looked for among so many, the most urgent and oldest: however many wait, a claim reads no more.
const lookedAtMax = 1_000;

/** Those of the open moves `t` among which the next is looked for: all, or with a place to start from the first of them. */
export function movesToTake(tx: TenantTransaction, wanted: WantedMove): SqlText {
  const { warehouseId, kinds, zone, here } = wanted;
  if (!here) return openMoves(tx, wanted);
  return sql`planned_moves t where t.organization_id = ${tx.organizationId} and t.status = 'open'
    and t.id = any (array(select first_open_moves(${tx.organizationId}::uuid, ${warehouseId}::uuid, ${[...kinds]}::text[],
                                                  ${zone}::text, ${lookedAtMax}::integer)))`;
}

/**
 * The most urgent open moves, then the nearest, then the oldest, that nobody else is taking at this moment, locked: of two
 * claims at once each gets its own. At most so many, in this order.
 */
export function lockNextMoves(
  tx: TenantTransaction,
  wanted: WantedMove,
  atMost: number,
): Promise<PlannedMove[]> {
  return rows<PlannedMove>(
    tx,
    sql`select ${moveColumns} from ${movesToTake(tx, wanted)}
         order by t.priority, ${nearestMoveFirst(wanted.here)}
         limit ${atMost} for update of t skip locked`,
  );
}

// Without a place to start from the order is that of an index.
const nearestMoveFirst = (here: Here | undefined): SqlText =>
  here ? sql`${metresToMove(here)} nulls last, t.created_at, t.id` : sql`t.created_at, t.id`;
