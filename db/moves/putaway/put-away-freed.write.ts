/**
 * Plans the putaway of goods that were on hold where goods arrive and are free now, when the organization has it done
 * (`putaway: task`): of returned units that are restocked, of goods that passed their inspection.
 */
import { arrivalTypes } from '../../../domain/inventory/location-types.ts';
import { row } from '../../database.ts';
import type { StockPosting } from '../../inventory/posting.ts';
import { sql } from '../../sql-text.ts';
import { planPutaway } from './plan-putaway.write.ts';
import { describeGoods, type AskedGoods } from './putaway-goods.read.ts';

type Freed = Pick<AskedGoods, 'item_id' | 'location_id' | 'lot_no' | 'qty' | 'receipt_id' | 'source_type'>;

/** The stock is posted. A merchant's token does not see the whole floor: what it frees is left to others. */
export async function putAwayFreed(
  work: StockPosting & { actor: { merchant_id: string | null } },
  freed: Freed,
): Promise<void> {
  const { tx, actor } = work;
  if (actor.merchant_id) return;
  const waits = await row(
    tx,
    sql`select 1 from locations l join organizations o on o.id = l.organization_id
         where l.organization_id = ${tx.organizationId} and l.id = ${freed.location_id} and o.putaway = 'task'
           and l.type = any (${[...arrivalTypes]}::text[])`,
  );
  if (!waits) return;
  const asked = { ...freed, status: 'available', pallet_lpn: null };
  const goods = await describeGoods(tx, [asked]);
  await planPutaway(
    tx,
    goods.map((one) => ({ work, goods: one })),
  );
}
