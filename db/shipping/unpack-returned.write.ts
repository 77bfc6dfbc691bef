/** Cartons of a shipment that is cancelled, or of which the rest is put back after a part left. */
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { rows } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readCartons, type CartonLine } from './cartons.read.ts';
import { voidCarton } from './cartons.write.ts';
import type { Shipment } from './shipments.write.ts';

const keyOf = ({ item_id: item, lot_no: lot }: Pick<CartonLine, 'item_id' | 'lot_no'>): string =>
  `${item}/${lot}`;

/**
 * Unpacks cartons, the last one first, until they hold no more than has left: what is put back is in none of them, and the
 * packing list would show it. Of a shipment of which nothing left, that is all of them.
 */
export async function unpackReturned(work: StockPosting, { id, merchant_id }: Shipment): Promise<void> {
  const { tx, organizationId } = work;
  const cartons = await readCartons(tx, { shipment_id: id });
  const live = cartons.filter(({ voided_at: voided }) => voided === null).toReversed();
  if (live.length === 0) return;
  const left = await rows<{ item_id: string; lot_no: string; qty: string }>(
    tx,
    sql`select item_id, lot_no, sum(qty) as qty from allocations
         where organization_id = ${organizationId} and shipment_id = ${id} and status = 'shipped' group by item_id, lot_no`,
  );
  const over = new Map<string, Decimal>(left.map((one) => [keyOf(one), decimal(one.qty).neg()]));
  const add = (lines: readonly CartonLine[], change: (qty: Decimal) => Decimal): void => {
    for (const line of lines)
      over.set(keyOf(line), sum([over.get(keyOf(line)) ?? zero, change(decimal(line.qty))]));
  };
  for (const { lines } of live) add(lines, (qty) => qty);
  for (const carton of live) {
    if (!carton.lines.some((line) => over.get(keyOf(line))!.gt(zero))) continue;
    await voidCarton(tx, carton.id);
    add(carton.lines, (qty) => qty.neg());
    work.emit({
      type: 'carton.unpacked',
      subject_type: 'carton',
      subject_id: carton.id,
      data: { carton_id: carton.id, shipment_id: id, merchant_id },
    });
  }
}
