/** What an account's settings may be. */
import type { TenantTransaction } from '../../db/database.ts';
import type { AccountFields } from '../../db/parcels/accounts.write.ts';
import { knownIds } from '../../db/records.read.ts';
import { farSidesOf, isZplAlone, type Adapter } from '../../domain/parcels/carriers.ts';
import { assertBilling, prepaid, type AccountBilling } from '../../domain/parcels/billing.ts';
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
  if (isZplAlone(adapter) && format && format !== 'zpl')
    throw invalid('label_format', 'choice', `label_format of ${adapter} is zpl.`);
  if (format === 'png' && adapter !== 'generic')
    throw invalid('label_format', 'choice', 'label_format png is for generic alone.');
  if (warehouses)
    assertAllFound('warehouse_ids', warehouses, await knownIds(tx, 'warehouses', warehouses), 'warehouse');
}

/** Who pays from now on, as far as it is said: whoever says prepaid need not take back each part of another. */
export function billingAfter(
  adapter: Adapter,
  before: AccountBilling,
  { billing, billing_account_no, billing_postal, billing_country }: AccountFields,
): AccountBilling {
  const from = billing === 'prepaid' ? prepaid : before;
  const after = {
    billing: billing ?? from.billing,
    billing_account_no: billing_account_no === undefined ? from.billing_account_no : billing_account_no,
    billing_postal: billing_postal === undefined ? from.billing_postal : billing_postal,
    billing_country: billing_country === undefined ? from.billing_country : billing_country,
  };
  assertBilling(adapter, after);
  return after;
}
