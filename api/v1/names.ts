/** The v1 surface refers to things by id or by code; commands know only ids. */
import type { TenantTransaction } from '../../db/database.ts';
import { findNamed, itemsOfSkus, type NamedTable } from '../../db/named.read.ts';
import { emptyPage, type PageOf } from '../../db/page.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { unknownReference } from '../../domain/refusal.ts';
import { described, text, type Field } from '../../queues/schema.ts';
import type { Call } from '../http/endpoint.ts';
import { shownPage } from '../http/reads.ts';
import { readV1Query, type V1Page, type V1Query } from '../http/query-fields.ts';

const tables = {
  warehouse_id: 'warehouses',
  from_warehouse_id: 'warehouses',
  to_warehouse_id: 'warehouses',
  merchant_id: 'merchants',
  vendor_id: 'vendors',
  channel: 'channels',
  channel_id: 'channels',
  customer_id: 'customers',
  retailer_id: 'retailers',
  carrier_id: 'carriers',
} as const satisfies Record<string, NamedTable>;

const isName = (field: string): field is keyof typeof tables => Object.hasOwn(tables, field);

/** An id or a code; `more` adds what the name does not say. */
export const idOrCode = (more = ''): Field<string> => described(text(64), `Id or code. ${more}`.trim());

/** The SKU of an item. */
export const sku = (): Field<string> => described(text(100), 'The SKU of an item.');

type Naming = Pick<Call, 'tx' | 'organizationId' | 'principal'>;
type Given = Record<string, unknown>;

/** The fields with ids in place of names. Refuses 400 UNKNOWN_REFERENCE with the field. */
export async function withIds<F extends object>(call: Naming, fields: F): Promise<F> {
  const { ids, unknown } = await named(call, fields);
  if (unknown) throw unknownReference(unknown, tables[unknown].slice(0, -1));
  return ids as F;
}

type Name = keyof typeof tables;

/**
 * The fields with ids in place of names, or the first field whose name is unknown. The merchant is resolved first,
 * since codes belong to it.
 */
async function named({ tx, principal }: Naming, fields: object): Promise<{ ids: Given; unknown?: Name }> {
  const ids = { ...fields } as Given;
  const names = Object.keys(fields).filter(isName);
  for (const field of names.toSorted((a, b) => Number(b === 'merchant_id') - Number(a === 'merchant_id'))) {
    const given = ids[field];
    if (typeof given !== 'string') continue;
    const merchantId = (ids['merchant_id'] as string | undefined) ?? principal.merchant_id;
    const id = await findNamed(tx, tables[field], { given, path: field, merchantId });
    if (!id) return { ids, unknown: field };
    ids[field] = id;
  }
  return { ids };
}

/**
 * The owner of the goods, and the item for each SKU. Refuses 400 MERCHANT_REQUIRED in the 3PL edition, and
 * UNKNOWN_REFERENCE with the path of a SKU the merchant does not have.
 */
export async function goodsOf(
  { tx, principal }: Call,
  merchantId: string | undefined,
  skus: readonly string[],
  pathOf: (index: number) => string = (index) => `lines.${index}.sku`,
): Promise<{ merchantId: string; items: string[] }> {
  const { id } = await merchantFor(tx, merchantId, principal.merchant_id);
  return { merchantId: id, items: await itemsOfSkus(tx, id, skus, pathOf) };
}

/** A page of a v1 list. A filter with an unknown name matches nothing, like an unknown id. */
export async function listed<F, R, V>(
  call: Naming & { query: V1Query<F> },
  read: (tx: TenantTransaction, filters: Partial<F>, page: V1Page) => Promise<PageOf<R>>,
  show: (row: R) => V,
): Promise<PageOf<V>> {
  const { filters, page } = readV1Query<F>(call.query);
  const { ids, unknown } = await named(call, filters);
  if (unknown) return emptyPage();
  return shownPage(await read(call.tx, ids as Partial<F>, page), show);
}
