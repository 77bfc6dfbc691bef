/**
 * What the order tests need: stock in locations, orders brought to a state, the invariants checked behind the service.
 */
import { until } from '../helpers/wait.ts';
import { v7 as uuidv7 } from 'uuid';
import type { ExecutionContext } from 'ava';
import { inTenant, type Database } from '../../db/database.ts';
import { type RefusalCode } from '../../domain/refusal.ts';
import { refusalStatus } from '../../domain/refusals.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import type { Answer, Client } from '../helpers/client.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import type { Platform } from '../helpers/join-platform.ts';

export interface Stock {
  item: string;
  qty: number;
  location?: string;
  lot?: string;
  expiry?: string;
  lpnId?: string;
  status?: 'available' | 'in_transit' | 'damaged';
}

interface Place {
  database: Database;
}

/** Puts stock in a location of the organization's warehouse, as a receipt would. */
export async function putStock(
  { database }: Place,
  organization: TestOrganization,
  stock: readonly Stock[],
): Promise<void> {
  await inTenant(database, { organizationId: organization.id }, async (tx) => {
    for (const one of stock) {
      const { item, qty, location = 'A-01', lot = '', expiry, lpnId = null, status = 'available' } = one;
      const place = await tx('locations')
        .where({ organization_id: organization.id, id: organization.locations[location] ?? location })
        .first('id', 'warehouse_id');
      const itemId = organization.items[item] ?? item;
      const owner = await tx('items')
        .where({ organization_id: organization.id, id: itemId })
        .first('merchant_id');
      if (lot) {
        await tx('lots')
          .insert({
            organization_id: organization.id,
            item_id: itemId,
            lot_no: lot,
            expiry_date: expiry ?? null,
          })
          .onConflict()
          .ignore();
      }
      await post(tx, { organizationId: organization.id, commandId: uuidv7(), actor: 'test' }, [
        {
          warehouse_id: place.warehouse_id,
          merchant_id: owner.merchant_id,
          item_id: itemId,
          location_id: place.id,
          status,
          lot_no: lot,
          lpn_id: lpnId,
          qty_delta: qty,
          transaction_type: 'receive',
          ref_type: 'test',
          ref_id: null,
        },
      ]);
    }
  });
}

/** A new plain item of the organization's own merchant. */
export async function newItem(
  { database }: Place,
  organization: TestOrganization,
  more: object = {},
): Promise<string> {
  const id = uuidv7();
  await inTenant(database, { organizationId: organization.id }, (tx) =>
    tx('items').insert({
      organization_id: organization.id,
      id,
      merchant_id: organization.merchantId,
      sku: `SKU-${id.slice(-12)}`,
      name: 'Test item',
      ...more,
    }),
  );
  return id;
}

/** A second warehouse with a storage location and staging. */
export async function newWarehouse(
  { database }: Place,
  organization: TestOrganization,
  more: object = {},
): Promise<{ id: string; shelf: string; staging: string }> {
  const [id, shelf, staging] = [uuidv7(), uuidv7(), uuidv7()];
  await inTenant(database, { organizationId: organization.id }, async (tx) => {
    const row = { organization_id: organization.id };
    await tx('warehouses').insert({
      ...row,
      id,
      code: `W-${id.slice(-8)}`,
      name: 'Second',
      time_zone: 'UTC',
      ...more,
    });
    await tx('locations').insert([
      { ...row, id: shelf, warehouse_id: id, code: 'S-01', type: 'storage' },
      { ...row, id: staging, warehouse_id: id, code: 'STAGE', type: 'staging' },
    ]);
  });
  return { id, shelf, staging };
}

/** Creates an order with these lines and returns its detail. */
export async function newOrder(
  client: Client,
  lines: readonly { item: string; qty: number; price?: number }[],
  more: object = {},
): Promise<any> {
  const answer = await client.post('/api/oms/orders', {
    lines: lines.map(({ item, qty, price = 1 }) => ({ product_id: item, qty, price })),
    ...more,
  });
  if (answer.status !== 201) throw new Error(`create order: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** Acts on an order and waits for the outcome, even if a busy machine answers 202 first. */
export async function act(
  client: Client,
  orderId: string,
  action: string,
  more: object = {},
): Promise<Answer> {
  const path = `/api/oms/orders/${orderId}`;
  const isPost = action === 'push-to-wms' || action === 'cancel-request';
  const answer = isPost
    ? await client.post(`${path}/${action}`, more)
    : await client.patch(path, { action, ...more });
  return settled(client, answer, path);
}

const settleTimeoutMs = 90_000;

/**
 * What became of a 202: the resource with 200, or the refusal with its status. Any other answer is returned unchanged.
 */
export async function settled(client: Client, answer: Answer, path: string): Promise<Answer> {
  if (answer.status !== 202) return answer;
  const operation = `/api/operations/${answer.body.data.operation_id}`;
  const data = await until(
    `${operation} is finished`,
    async () => {
      const operationNow = (await client.get(operation)).body.data;
      return operationNow.state !== 'accepted' && operationNow;
    },
    settleTimeoutMs,
  );
  if (data.state === 'done') return client.get(path);
  if (data.state !== 'refused') return answer;
  const status = refusalStatus[data.error.code as RefusalCode];
  return { ...answer, status, body: { ok: false, error: data.error } };
}

/** Takes an order through actions that must all be legal; returns the last body's data. */
export async function drive(
  client: Client,
  orderId: string,
  ...actions: (string | [string, object])[]
): Promise<any> {
  let data: any;
  for (const step of actions) {
    const [action, more] = typeof step === 'string' ? [step, {}] : step;
    const answer = await act(client, orderId, action, more);
    if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${answer.text}`);
    data = answer.body.data;
  }
  return data;
}

/**
 * Everything that must hold in the database for the platform's organizations after any commit, checked past row level
 * security.
 */
export async function assertInvariants(
  t: ExecutionContext,
  { owner, standard, threePl }: Pick<Platform, 'owner' | 'standard' | 'threePl'>,
): Promise<void> {
  const none = async (what: string, sql: string): Promise<void> => {
    const found = await owner.query(`select * from (${sql}) found where organization_id = any($1)`, [
      [standard.id, threePl.id],
    ]);
    t.deepEqual(found.rows, [], what);
  };
  await none(
    'the ledger sums to the balances',
    `select * from (
       select organization_id, item_id, location_id, status, lot_no, lpn_id, sum(qty) as qty from (
         select organization_id, item_id, location_id, status, lot_no, lpn_id, qty_delta as qty from inventory_ledger
         union all
         select organization_id, item_id, location_id, status, lot_no, lpn_id, -qty from inventory_balances) both_sides
       group by 1, 2, 3, 4, 5, 6) sums where qty <> 0`,
  );
  await none(
    'allocated stock equals open allocations',
    `select * from (
       select organization_id, item_id, location_id, lot_no, lpn_id, sum(qty) as qty from (
         select organization_id, item_id, location_id, lot_no, lpn_id, qty from inventory_balances where status = 'allocated'
         union all
         select organization_id, item_id, location_id, lot_no, lpn_id, -qty from allocations where status in ('open', 'picked')) both_sides
       group by 1, 2, 3, 4, 5) sums where qty <> 0`,
  );
  await none(
    'serials are where the balances count them',
    `select p.* from (
       select organization_id, item_id, location_id, lot_no, lpn_id, sum(qty) as qty from (
         select organization_id, item_id, location_id, lot_no, lpn_id, qty from inventory_balances
         union all
         select organization_id, item_id, location_id, lot_no, lpn_id, -1 from serials where state in ('in_stock', 'in_transit')) both_sides
       group by 1, 2, 3, 4, 5) p
      where p.qty <> 0 and exists (select from serials s where s.organization_id = p.organization_id and s.item_id = p.item_id)
        and (select count(*) from serials s where s.organization_id = p.organization_id and s.item_id = p.item_id
                and s.state in ('in_stock', 'in_transit'))
          = (select sum(b.qty) from inventory_balances b where b.organization_id = p.organization_id and b.item_id = p.item_id)`,
  );
  await none(
    'OMS ledger and balances agree',
    `select * from (
       select organization_id, item_id, warehouse_id, status, sum(qty) as qty from (
         select organization_id, item_id, warehouse_id, status, qty_delta as qty from oms_ledger
         union all
         select organization_id, item_id, warehouse_id, status, -qty from oms_balances) both_sides
       group by 1, 2, 3, 4) sums where qty <> 0`,
  );
  await none(
    'promises equal open reservations',
    `select * from (
       select organization_id, item_id, warehouse_id, sum(qty) as qty from (
         select organization_id, item_id, warehouse_id, qty from item_promises
         union all
         select organization_id, item_id, warehouse_id, -qty from reservations) both_sides
       group by 1, 2, 3) sums where qty <> 0`,
  );
  await none(
    'events of a subject count without gaps',
    `select organization_id, subject_id from events group by 1, 2, subject_type
      having max(subject_seq) <> count(*) or min(subject_seq) <> 1`,
  );
  await none(
    'only live orders hold promises',
    `select o.organization_id, o.id from sales_orders o join reservations r on r.organization_id = o.organization_id and r.order_id = o.id
      where o.status not in ('confirmed', 'allocated')`,
  );
}

/** Does `work` for each index, several at a time: set-up that is not itself the race. */
export async function inBatches<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const size = 10;
  const results: T[] = [];
  for (let from = 0; from < count; from += size) {
    const batch = Array.from({ length: Math.min(size, count - from) }, (_, index) => work(from + index));
    results.push(...(await Promise.all(batch)));
  }
  return results;
}
