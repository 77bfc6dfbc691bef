/** Checks that what orders refer to belongs to the organization, before anything is written. */
import { unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { nounOf } from '../records.read.ts';

const partners = ['customer_id', 'channel_id', 'retailer_id'] as const;

export interface OrderNames {
  fields: { [K in (typeof partners)[number] | 'warehouse_id']?: string | null | undefined };
  /** A shipment's lines call their product `item_id`. */
  lines: readonly { product_id?: string | null | undefined; item_id?: string | undefined }[];
  /** The path of the fields within the request. */
  within?: string;
}

interface Named {
  field: string;
  id: string;
  merchant_id: string | null;
}

/**
 * Reads what orders refer to and returns a function that checks one order: it refuses 400 UNKNOWN_REFERENCE with the
 * path. A product, customer, channel or retailer of another merchant counts as unknown. Owners never change, so no lock
 * is needed.
 */
export async function readOrderReferences(
  tx: TenantTransaction,
  wanted: readonly OrderNames[],
): Promise<(names: OrderNames, merchantId: string) => void> {
  const given = (field: keyof OrderNames['fields']): string[] => [
    ...new Set(wanted.flatMap(({ fields }) => fields[field] ?? [])),
  ];
  const products = [
    ...new Set(wanted.flatMap(({ lines }) => lines.flatMap((line) => line.product_id ?? line.item_id ?? []))),
  ];
  const found = await rows<Named>(
    tx,
    sql`select 'customer_id' as field, id, merchant_id from customers
      where organization_id = ${tx.organizationId} and id = any (${given('customer_id')}::uuid[])
     union all
     select 'channel_id', id, merchant_id from channels
      where organization_id = ${tx.organizationId} and id = any (${given('channel_id')}::uuid[])
     union all
     select 'retailer_id', id, merchant_id from retailers
      where organization_id = ${tx.organizationId} and id = any (${given('retailer_id')}::uuid[])
     union all
     select 'warehouse_id', id, null::uuid from warehouses
      where organization_id = ${tx.organizationId} and id = any (${given('warehouse_id')}::uuid[])
     union all
     select 'product_id', id, merchant_id from items
      where organization_id = ${tx.organizationId} and id = any (${products}::uuid[])`,
  );
  const byName = new Map(found.map((one) => [`${one.field}/${one.id}`, one]));
  return ({ fields, lines, within = '' }, merchantId) => {
    for (const field of partners) {
      const id = fields[field];
      if (!id) continue;
      const partner = byName.get(`${field}/${id}`);
      if (!partner || (partner.merchant_id && partner.merchant_id !== merchantId))
        throw unknownReference(within + field, `${nounOf(field)} of the merchant`);
    }
    if (fields.warehouse_id && !byName.has(`warehouse_id/${fields.warehouse_id}`))
      throw unknownReference(`${within}warehouse_id`, 'warehouse');
    for (const [index, { product_id, item_id }] of lines.entries()) {
      const id = product_id ?? item_id;
      if (!id || byName.get(`product_id/${id}`)?.merchant_id === merchantId) continue;
      throw unknownReference(
        `lines.${index}.${item_id ? 'item_id' : 'product_id'}`,
        'product of the merchant',
      );
    }
  };
}

/** Checks one order, see `readOrderReferences`. */
export async function assertOrderReferences(
  tx: TenantTransaction,
  merchantId: string,
  fields: OrderNames['fields'],
  lines: OrderNames['lines'],
  within = '',
): Promise<void> {
  const names = { fields, lines, within };
  const assertNames = await readOrderReferences(tx, [names]);
  assertNames(names, merchantId);
}
