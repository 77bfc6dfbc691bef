/**
 * A lot on hold is neither picked for a customer nor leaves with one, though it was allocated before. Read under
 * `for key share`, which waits for whoever has the lot itself locked (`lockLot`), not for those who receive of it: it is
 * on hold before the step, or goes on hold behind what has left. Locked before the stock, as a hold does.
 */
import { decimal, sum, toJsonNumber } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { Refusal } from '../../domain/refusal.ts';
import { customerKinds } from '../../domain/shipping/shipment-kinds.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { Shipment } from './shipments.write.ts';

/** What is picked of a shipment, or leaves with it. */
export interface Leaving {
  shipment: Pick<Shipment, 'id' | 'kind' | 'disposition_id'>;
  pieces: readonly { item_id: string; lot_no: string; qty: string }[];
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
    bound.flatMap(({ shipment: { id }, pieces }) => {
      const kept = [...groupBy(pieces, nameOf)].flatMap(([name, some]) => {
        const lot = held.get(name);
        return lot ? [{ ...lot, qty: toJsonNumber(sum(some.map(({ qty }) => decimal(qty)))) }] : [];
      });
      return kept.length > 0 ? [[id, lotOnHold(id, kept)] as const] : [];
    }),
  );
}

/** The same of one shipment: refuses. */
export async function assertNoLotHeld(
  tx: TenantTransaction,
  shipment: Leaving['shipment'],
  pieces: Leaving['pieces'],
): Promise<void> {
  for (const refusal of (await refusedHeldLots(tx, [{ shipment, pieces }])).values()) throw refusal;
}

/** Inspected units go back as what they are, as they go to their vendor; what a transfer moves stays in stock. */
const isForCustomer = ({ kind, disposition_id: disposition }: Leaving['shipment']): boolean =>
  customerKinds.includes(kind) && disposition === null;

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

function lotOnHold(shipment_id: string, lots: readonly (HeldLot & { qty: number })[]): Refusal {
  const named = lots.map(({ lot_no: lot, kind, reason }) => `${lot} (${kind}: ${reason})`).join(', ');
  return new Refusal(
    'LOT_ON_HOLD',
    `On hold, and for no customer: lot ${named}. Release the lot, or cancel the shipment, which frees what it has of it.`,
    { shipment_id, lots, ways: ['release_lot', 'cancel_shipment'] },
  );
}
