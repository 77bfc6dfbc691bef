/**
 * A lot on hold is neither picked for a customer nor leaves with one, though it was allocated before, and nobody is sent to
 * pick it (`isKeptBack`). Read under
 * `for key share`, which waits for whoever has the lot itself locked (`lockLot`), not for those who receive of it: it is
 * on hold before the step, or goes on hold behind what has left. Locked before the stock, as a hold does.
 */
import { decimal, sum, toJsonNumber } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { Refusal } from '../../domain/refusal.ts';
import { customerKinds } from '../../domain/shipping/shipment-kinds.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { name, sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import type { Shipment } from './shipments.write.ts';

/** What is picked of a shipment, or leaves with it. */
export interface Leaving {
  shipment: Pick<Shipment, 'id' | 'kind' | 'disposition_id'>;
  pieces: readonly { item_id: string; lot_no: string; qty: string }[];
  /** They are of a pick task, which can be reported short. */
  areOfTask?: boolean;
}

interface HeldLot {
  item_id: string;
  lot_no: string;
  kind: string;
  reason: string;
  is_operators: boolean;
}

/** 409 LOT_ON_HOLD for those of the shipments that are refused, asked with one statement, and none without lots. */
export async function refusedHeldLots(
  tx: TenantTransaction,
  leaving: readonly Leaving[],
): Promise<ReadonlyMap<string, Refusal>> {
  const bound = leaving.filter(({ shipment }) => isForCustomer(shipment));
  const held = new Map((await lockHeld(tx, bound)).map((lot) => [nameOf(lot), lot]));
  if (held.size === 0) return new Map();
  return new Map(
    bound.flatMap(({ shipment: { id }, pieces, areOfTask }) => {
      const kept = [...groupBy(pieces, nameOf)].flatMap(([name, some]) => {
        const lot = held.get(name);
        return lot ? [{ ...lot, qty: toJsonNumber(sum(some.map(({ qty }) => decimal(qty)))) }] : [];
      });
      return kept.length > 0 ? [[id, lotOnHold(id, kept, areOfTask)] as const] : [];
    }),
  );
}

/** The same of one shipment: refuses. */
export async function assertNoLotHeld(tx: TenantTransaction, leaving: Leaving): Promise<void> {
  for (const refusal of (await refusedHeldLots(tx, [leaving])).values()) throw refusal;
}

/** Inspected units go back as what they are, as they go to their vendor; what a transfer moves stays in stock. */
const isForCustomer = ({ kind, disposition_id: disposition }: Leaving['shipment']): boolean =>
  customerKinds.includes(kind) && disposition === null;

/** The same of the row `s` of a shipment. */
const goesToCustomer = sql`${isOneOf('s.kind', customerKinds)} and s.disposition_id is null`;

/** Whether any lot is on hold: read once for all rows. */
export const isAnyLotHeld = ({ organizationId }: TenantTransaction): SqlText =>
  sql`exists (select 1 from lots h where h.organization_id = ${organizationId} and h.hold_id is not null)`;

/** Whether the row is of a lot on hold and goes to a customer. What is on hold is read once for all rows. */
export function isKeptBack({ organizationId }: TenantTransaction, row: 't' | 'a' | 'p'): SqlText {
  const [item, lot, shipment] = [name(`${row}.item_id`), name(`${row}.lot_no`), name(`${row}.shipment_id`)];
  return sql`(${lot} <> '' and (${item}, ${lot}) in (
        select h.item_id, h.lot_no from lots h where h.organization_id = ${organizationId} and h.hold_id is not null)
      and exists (select 1 from wms_shipments s
                   where s.organization_id = ${organizationId} and s.id = ${shipment} and ${goesToCustomer}))`;
}

const nameOf = ({ item_id: item, lot_no: lot }: { item_id: string; lot_no: string }): string =>
  `${item}/${lot}`;

async function lockHeld(tx: TenantTransaction, bound: readonly Leaving[]): Promise<HeldLot[]> {
  const named = bound.flatMap(({ pieces }) => pieces).filter(({ lot_no: lot }) => lot !== '');
  const lots = [...new Map(named.map((piece) => [nameOf(piece), piece])).values()];
  if (lots.length === 0) return [];
  const locked = await rows<HeldLot & { is_held: boolean }>(
    tx,
    sql`select l.item_id, l.lot_no, l.hold_kind as kind, l.hold_reason as reason,
               l.is_operators_hold as is_operators, l.hold_id is not null as is_held
          from lots l
         where l.organization_id = ${tx.organizationId}
           and (l.item_id, l.lot_no) in (select * from unnest(${lots.map((lot) => lot.item_id)}::uuid[],
                                                              ${lots.map((lot) => lot.lot_no)}::text[]))
         order by l.item_id, l.lot_no for key share of l`,
  );
  return locked.flatMap(({ is_held: isHeld, ...lot }) => (isHeld ? [lot] : []));
}

function lotOnHold(
  shipment_id: string,
  lots: readonly (HeldLot & { qty: number })[],
  isOfTask = false,
): Refusal {
  const named = lots.map(({ lot_no: lot, kind, reason }) => `${lot} (${kind}: ${reason})`).join(', ');
  const otherLots = isOfTask
    ? ' Report the pick short with 0 picked, and other lots take its place. Or release the lot,'
    : ' Release the lot,';
  return new Refusal(
    'LOT_ON_HOLD',
    `On hold, and for no customer: lot ${named}.${otherLots} or cancel the shipment, which frees what it has of it.`,
    { shipment_id, lots, ways: [...(isOfTask ? ['short_pick'] : []), 'release_lot', 'cancel_shipment'] },
  );
}
