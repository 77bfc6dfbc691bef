/** What an account's settings may be. */
import type { TenantTransaction } from '../../db/database.ts';
import type { AccountFields } from '../../db/parcels/accounts.write.ts';
import { knownIds } from '../../db/records.read.ts';
import { farSidesOf, isZplAlone, type Adapter } from '../../domain/parcels/carriers.ts';
import { assertAllFound, invalid } from '../../domain/refusal.ts';

/** Refuses what the adapter's carrier cannot do, and warehouses that are not ours. */
export async function assertPossible(
  tx: TenantTransaction,
  adapter: Adapter,
  { far_side: farSide, label_format: format, warehouse_ids: warehouses }: AccountFields,
): Promise<void> {
  const possible = farSidesOf[adapter];
  if (farSide && !possible.includes(farSide))
    throw invalid('far_side', 'choice', `far_side of ${adapter} is ${possible.join(' or ')}.`);
  if (isZplAlone(adapter) && format === 'pdf')
    throw invalid('label_format', 'choice', `label_format of ${adapter} is zpl.`);
  if (warehouses)
    assertAllFound('warehouse_ids', warehouses, await knownIds(tx, 'warehouses', warehouses), 'warehouse');
}
