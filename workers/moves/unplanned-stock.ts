/** Loose stock that a plan may take: what is there, less what live planned moves are to take away. */
import { unplannedStock, type LooseStock } from '../../db/moves/location-space.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { decimal, toJsonNumber, type Decimal } from '../../domain/decimal.ts';
import { Refusal } from '../../domain/refusal.ts';

/** Refuses 409 INSUFFICIENT_STOCK when planned moves leave less. Certain under the lock of the space where it lies. */
export async function assertUnplanned(tx: TenantTransaction, stock: LooseStock, qty: Decimal): Promise<void> {
  const { present, leaving } = await unplannedStock(tx, stock);
  if (decimal(present).minus(decimal(leaving)).gte(qty)) return;
  throw new Refusal(
    'INSUFFICIENT_STOCK',
    `There are ${decimal(present).toString()} ${stock.status}, and planned moves take ${decimal(leaving).toString()} of them.`,
    {
      ...stock,
      lot_no: stock.lot_no || null,
      required: toJsonNumber(qty),
      available: toJsonNumber(decimal(present)),
      planned: toJsonNumber(decimal(leaving)),
    },
  );
}
