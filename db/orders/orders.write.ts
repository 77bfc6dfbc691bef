/** Writes orders: the document, its lines, its status. */
import type { LineInUnit } from '../../domain/catalog/line-units.ts';
import { newId } from '../../domain/new-id.ts';
import { orderStates, type OrderStatus } from '../../domain/orders/order-states.ts';
import type { Totals } from '../../domain/orders/order-totals.ts';
import { Refusal } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction, type Write } from '../database.ts';
import { amongIds, assignments, sql, type SqlText } from '../sql-text.ts';
import type { LockedOrder } from './order-lock.write.ts';
import { stateReached } from '../state-columns.ts';

export interface NewLine extends LineInUnit {
  item_id: string | null;
  channel_sku: string | null;
  price: number | string;
}

export interface NewOrder {
  id: string;
  order_no: string;
  merchant_id: string;
  currency: string;
  created_by: string;
  [column: string]: unknown;
}

/** A draft order to be written. */
export interface OrderToInsert {
  order: NewOrder;
  totals: Totals;
  lines: readonly NewLine[];
}

/**
 * Writes draft orders with their lines. Returns for each why it was not written: 409 DUPLICATE_ORDER {id, order_no}
 * when the channel has sent that number before; two at once wait for each other at the unique index.
 */
export async function insertOrders(
  tx: TenantTransaction,
  wanted: readonly OrderToInsert[],
): Promise<(Refusal | undefined)[]> {
  if (wanted.length === 0) return [];
  const records = wanted.map(({ order, totals }) => ({ ...order, ...totals, amounts: undefined }));
  // One statement. The inventory mode is copied: a later change of the setting does not affect existing orders.
  const inserted = await rows<{ id: string }>(
    tx,
    sql`with written as (
       insert into sales_orders (organization_id, id, order_no, inventory_mode, merchant_id, customer_id, channel_id,
          channel_order_no, warehouse_id, retailer_id, carrier_code, service_code, currency, ship_to, required_ship_date,
          replaces_return_id, note, created_by, subtotal, discount, shipping_fee, tax, total)
       select g.id, o.id, o.order_no, g.inventory_mode, o.merchant_id, o.customer_id, o.channel_id, o.channel_order_no,
              o.warehouse_id, o.retailer_id, o.carrier_code, o.service_code, o.currency, coalesce(o.ship_to, '{}'),
              o.required_ship_date, o.replaces_return_id, coalesce(o.note, ''), o.created_by, o.subtotal, o.discount, o.shipping_fee, o.tax, o.total
         from organizations g, jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as o (id uuid, order_no text, merchant_id uuid, customer_id uuid,
              channel_id uuid, channel_order_no text, warehouse_id uuid, retailer_id uuid, carrier_code text,
              service_code text, currency text, ship_to jsonb, required_ship_date date, replaces_return_id uuid, note text, created_by text,
              subtotal numeric, discount numeric, shipping_fee numeric, tax numeric, total numeric)
        where g.id = ${tx.organizationId}
       on conflict (organization_id, channel_id, channel_order_no) where channel_id is not null and channel_order_no is not null
       do nothing
       returning id
     ), lines as (${insertLinesSql(tx.organizationId, linesOf(wanted), sql`where order_id in (select id from written)`)})
     select id from written`,
  );
  const ids = new Set(inserted.map(({ id }) => id));
  const refusals: (Refusal | undefined)[] = [];
  for (const { order } of wanted) {
    refusals.push(
      ids.has(order.id)
        ? undefined
        : await duplicateOrder(tx, order['channel_id'], order['channel_order_no']),
    );
  }
  return refusals;
}

/** 409 DUPLICATE_ORDER with the existing order. */
async function duplicateOrder(
  tx: TenantTransaction,
  channelId: unknown,
  channelOrderNo: unknown,
): Promise<Refusal> {
  const present = await row<PresentOrder>(
    tx,
    sql`select id, order_no from sales_orders where organization_id = ${tx.organizationId} and channel_id = ${channelId} and channel_order_no = ${channelOrderNo}`,
  );
  return isThere(present);
}

interface PresentOrder {
  id: string;
  order_no: string;
}

const isThere = (present: PresentOrder | undefined): Refusal =>
  new Refusal('DUPLICATE_ORDER', 'The channel has an order of that number already.', { ...present });

/** Refuses 409 DUPLICATE_ORDER when a draft would get the number of another order of its channel. */
async function assertNumberFree(
  tx: TenantTransaction,
  id: string,
  fields: Record<string, unknown>,
): Promise<void> {
  if (fields['channel_id'] === undefined && fields['channel_order_no'] === undefined) return;
  const given = (name: string, type: SqlText, present: SqlText): SqlText =>
    sql`case when ${fields[name] !== undefined}::boolean then ${fields[name] ?? null}::${type} else ${present} end`;
  const present = await row<PresentOrder>(
    tx,
    sql`select o.id, o.order_no from sales_orders d
       join sales_orders o on o.organization_id = d.organization_id and o.id <> d.id
        and o.channel_id = ${given('channel_id', sql`uuid`, sql`d.channel_id`)}
        and o.channel_order_no = ${given('channel_order_no', sql`text`, sql`d.channel_order_no`)}
      where d.organization_id = ${tx.organizationId} and d.id = ${id}`,
  );
  if (present) throw isThere(present);
}

interface OrderOfLines {
  order: { id: string; merchant_id: string };
  totals: Pick<Totals, 'amounts'>;
  lines: readonly NewLine[];
}

/** The rows of the orders' lines, numbered within each order. */
function linesOf(orders: readonly OrderOfLines[]): object[] {
  return orders.flatMap(({ order, totals, lines }) =>
    lines.map((line, index) => ({
      ...line,
      id: newId(),
      order_id: order.id,
      merchant_id: order.merchant_id,
      line_no: index + 1,
      amount: totals.amounts[index],
    })),
  );
}

const insertLinesSql = (organizationId: string, lines: readonly object[], where: SqlText): SqlText => sql`
  insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, channel_sku, qty, uom, uom_qty, uom_factor, price, amount)
  select ${organizationId}::uuid, id, order_id, line_no, merchant_id, item_id, channel_sku, qty, uom, uom_qty, uom_factor, price, amount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id uuid, order_id uuid, line_no integer, merchant_id uuid, item_id uuid,
         channel_sku text, qty numeric, uom text, uom_qty numeric, uom_factor numeric, price numeric, amount numeric)
   ${where}`;

/** Changes a draft: the given fields, the totals with the amounts of its lines, and the whole list of lines when given. */
export async function editDraft(
  tx: TenantTransaction,
  order: { id: string; merchant_id: string },
  fields: Record<string, unknown>,
  totals: Totals,
  lines: readonly NewLine[] | undefined,
): Promise<void> {
  const { amounts, ...money } = totals;
  await assertNumberFree(tx, order.id, fields);
  await execute(
    tx,
    sql`update sales_orders set ${assignments({ ...fields, ...money, updated_at: sql`now()` })}
      where organization_id = ${tx.organizationId} and id = ${order.id}`,
  );
  if (!lines) return setAmounts(tx, order.id, amounts);
  await execute(
    tx,
    sql`delete from sales_order_lines where organization_id = ${tx.organizationId} and order_id = ${order.id}`,
  );
  if (lines.length === 0) return;
  await execute(
    tx,
    insertLinesSql(tx.organizationId, linesOf([{ order, totals: { amounts }, lines }]), sql``),
  );
}

// Another currency, or another rounding since, changes what the lines come to: an invoice takes their amounts.
async function setAmounts(tx: TenantTransaction, orderId: string, amounts: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update sales_order_lines l set amount = a.amount
       from unnest(${[...amounts]}::numeric[]) with ordinality as a (amount, line_no)
      where l.organization_id = ${tx.organizationId} and l.order_id = ${orderId} and l.line_no = a.line_no
        and l.amount <> a.amount`,
  );
}

/** Writes the status an action led to, and its date. */
export async function moveOrder(
  tx: TenantTransaction,
  order: LockedOrder,
  to: OrderStatus,
  changes: Record<string, unknown> = {},
): Promise<void> {
  await execute(
    tx,
    sql`update sales_orders set ${assignments({
      ...changes,
      ...stateReached(orderStates, to),
      updated_at: sql`now()`,
    })}
      where organization_id = ${tx.organizationId} and id = ${order.id}`,
  );
}

export interface LineChange {
  id: string;
  fulfilled?: string;
  backordered?: string;
  cancelled?: string;
}

/**
 * Adds to the fulfilled, backordered or cancelled quantities of lines; negative values subtract. The CHECK keeps the
 * sum within qty.
 */
export async function changeLines(
  tx: TenantTransaction,
  changes: readonly LineChange[],
  write: Write = execute,
): Promise<void> {
  if (changes.length === 0) return;
  await write(
    tx,
    sql`update sales_order_lines l
        set fulfilled_qty = l.fulfilled_qty + coalesce(c.fulfilled, 0),
            backordered_qty = l.backordered_qty + coalesce(c.backordered, 0),
            cancelled_qty = l.cancelled_qty + coalesce(c.cancelled, 0)
       from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id uuid, fulfilled numeric, backordered numeric, cancelled numeric)
      where ${amongIds(tx, 'l', changes)} and l.id = c.id`,
  );
}

/** Clears the orders' backorders, which are now being sent. */
export async function clearBackorders(tx: TenantTransaction, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await execute(
    tx,
    sql`update sales_order_lines set backordered_qty = 0
      where organization_id = ${tx.organizationId} and order_id = any (${[...orderIds]}::uuid[]) and backordered_qty > 0`,
  );
}
