/**
 * What a transfer has shipped, by lot and license plate, and how much of it has ended. The rest is stock in transit: whoever
 * posts it writes it here in the same transaction, under the lock of the transfer's receipt.
 */
import { zero, sum, decimal, type Decimal } from '../../domain/decimal.ts';
import { newId } from '../../domain/new-id.ts';
import type { TransitGoods } from '../../domain/receiving/in-transit.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface SentGoods {
  item_id: string;
  lot_no: string;
  lpn_id: string | null;
  qty: string;
}

/** Adds what a transfer ships, at the location where it is in transit. */
export async function addGoods(
  tx: TenantTransaction,
  of: { id: string; merchant_id: string },
  transitLocationId: string,
  sent: readonly SentGoods[],
): Promise<void> {
  const pieces = sent.map((one) => ({ ...one, id: newId() }));
  await execute(
    tx,
    sql`insert into transfer_goods (organization_id, id, transfer_id, transfer_line_id, merchant_id, item_id, transit_location_id,
               lot_no, lpn_id, qty)
        select ${tx.organizationId}::uuid, min(g.id::text)::uuid, l.transfer_id, l.id, l.merchant_id, g.item_id,
               ${transitLocationId}::uuid, g.lot_no, g.lpn_id, sum(g.qty)
          from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as g (id uuid, item_id uuid, lot_no text, lpn_id uuid, qty numeric)
          join transfer_lines l on l.organization_id = ${tx.organizationId} and l.transfer_id = ${of.id} and l.item_id = g.item_id
         group by l.id, l.transfer_id, l.merchant_id, g.item_id, g.lot_no, g.lpn_id`,
  );
}

/** What is in transit, with the line it belongs to. */
export interface LineGoods extends TransitGoods {
  transfer_id: string;
  item_id: string;
  receipt_line_id: string;
  received_qty: string;
}

/** The goods of transfers whose receipts are locked, in id order: those in transit, or all. */
export function lockGoods(
  tx: TenantTransaction,
  transferIds: readonly string[],
  which: 'in transit' | 'all' = 'in transit',
): Promise<LineGoods[]> {
  const left = sql`g.qty - g.received_qty - g.written_off_qty - g.back_qty`;
  return rows<LineGoods>(
    tx,
    sql`select g.id, g.transfer_id, l.receipt_line_id, g.item_id, g.lot_no, g.lpn_id, p.lpn, g.received_qty,
               g.transit_location_id as location_id, ${left} as qty
          from transfer_goods g
          join transfer_lines l on l.organization_id = g.organization_id and l.id = g.transfer_line_id
          left join lpns p on p.organization_id = g.organization_id and p.id = g.lpn_id
         where g.organization_id = ${tx.organizationId} and g.transfer_id = any (${[...transferIds]}::uuid[])
           and (${which === 'all'} or ${left} > 0)
         order by g.id for update of g`,
  );
}

export type GoodsEnd = 'received' | 'written_off' | 'back';

/** Moves locked goods from in transit to an end, or, with a negative quantity, back. */
export async function endGoods(
  tx: TenantTransaction,
  end: GoodsEnd,
  parts: readonly { id: string; qty: Decimal }[],
): Promise<void> {
  if (parts.length === 0) return;
  const ids = [...new Set(parts.map(({ id }) => id))];
  const ended = ids.map((id) => ({
    id,
    qty: sum(parts.filter((one) => one.id === id).map(({ qty }) => qty)).toFixed(),
  }));
  const of = (name: GoodsEnd) => (name === end ? sql`c.qty` : sql`0`);
  await execute(
    tx,
    sql`update transfer_goods g
           set received_qty = received_qty + ${of('received')}, written_off_qty = written_off_qty + ${of('written_off')},
               back_qty = back_qty + ${of('back')}
          from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as c (id uuid, qty numeric)
         where g.organization_id = ${tx.organizationId} and g.id = c.id`,
  );
}

/** Which goods a count that is taken back came from: those on its license plate first. */
export function takenFrom(
  goods: readonly LineGoods[],
  { lot_no: lotNo, lpn_id: lpnId }: { lot_no: string; lpn_id: string | null },
  qty: Decimal,
): (LineGoods & { back: Decimal })[] {
  let open = qty;
  return goods
    .filter((one) => one.lot_no === lotNo)
    .toSorted((one, other) => Number(other.lpn_id === lpnId) - Number(one.lpn_id === lpnId))
    .flatMap((one) => {
      const received = decimal(one.received_qty);
      const back = open.lt(received) ? open : received;
      open = open.minus(back);
      return back.gt(zero) ? [{ ...one, back }] : [];
    });
}
