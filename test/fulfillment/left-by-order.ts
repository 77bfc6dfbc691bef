/** Approved orders over stock of their own, and all that an order left, in a form that its twin shares. */
import type { Platform } from '../helpers/join-platform.ts';
import { drive, newItem, newOrder, putStock, type Stock } from '../orders/orders-rig.ts';

const questions = {
  order: `select status, ship_mode, warehouse_id, total, fulfilled_at is null as open from sales_orders
      where organization_id = $1 and id = $2`,
  lines: `select line_no, qty, backordered_qty, fulfilled_qty, cancelled_qty from sales_order_lines
      where organization_id = $1 and order_id = $2 order by line_no`,
  shipments: `select status, ship_mode, split, tracking_no, carrier_code, picked_at is null as p, packed_at is null as k,
      shipped_at is null as s, delivered_at, warehouse_id from wms_shipments where organization_id = $1 and order_id = $2 order by shipment_no`,
  held: `select a.item_id, a.location_id, a.from_location_id, a.lot_no, a.qty, a.status, a.why, l.qty as of_line, l.line_no from allocations a
      join wms_shipment_lines l on l.organization_id = a.organization_id and l.id = a.shipment_line_id
     where a.organization_id = $1 and a.order_id = $2 order by l.line_no, a.item_id, a.lot_no, a.qty`,
  ledger: `select g.item_id, g.location_id, g.status, lot_no, qty_delta, transaction_type, ref_type, reason_code, note, p.lpn, actor
      from inventory_ledger g left join lpns p on p.organization_id = g.organization_id and p.id = g.lpn_id
     where g.organization_id = $1 and g.ref_id in (select id from wms_shipments where order_id = $2)
     order by g.command_id, g.line_no`,
  events: `select type, subject_type, subject_seq, data from events where organization_id = $1
      and (subject_id = $2 or subject_id in (select id from wms_shipments where order_id = $2)) order by position`,
  stock: `select b.location_id, b.status, b.lot_no, p.lpn, b.qty from inventory_balances b
      left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
     where b.organization_id = $1 and b.qty <> 0 and b.item_id in (select item_id from sales_order_lines where order_id = $2)
     order by 1, 2, 3, 4`,
  promises: `select warehouse_id, qty from item_promises where organization_id = $1 and qty <> 0
      and item_id in (select item_id from sales_order_lines where order_id = $2)`,
  papers: `select kind, facts from documents where organization_id = $1
      and subject_id in (select id from wms_shipments where order_id = $2) order by 1, 2`,
  // Two shipments of an order that leave together have one command.
  labels: `select c.name from wms_shipments s join commands c
      on c.organization_id = s.organization_id and c.input -> 'shipment_ids' ? s.id::text
     where s.organization_id = $1 and s.order_id = $2`,
  waves: `select s.is_active from wave_shipments s where s.organization_id = $1
      and s.shipment_id in (select id from wms_shipments where order_id = $2)`,
  serials: `select serial_no, state from serials where organization_id = $1
      and item_id in (select item_id from sales_order_lines where order_id = $2) order by 1`,
  billed: `select count(*)::int as n from billable_shipments where organization_id = $1
      and source_id in (select id from wms_shipments where order_id = $2)`,
};

/** What an order left; `tag` tells its lots, plates and serials from its twin's. */
export async function leftByOrder(
  { owner, standard }: Platform,
  orderId: string,
  tag: string,
): Promise<Record<string, string[]>> {
  const names = new Map(Object.entries(standard.locations).map(([name, id]) => [id, name]));
  const shown = (row: object): string =>
    JSON.stringify(row)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? '#')
      .replaceAll(/\b(SO|SHP)-\d{8}-\d{4,}\b/g, 'number')
      .replaceAll(/\bSKU-[0-9a-f]{12}\b/g, 'sku')
      .replaceAll(/"lpn":"[^"]+"/g, '"lpn":"plate"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'moment')
      .replaceAll(`-${tag}`, '');
  const left: Record<string, string[]> = {};
  for (const [question, text] of Object.entries(questions))
    left[question] = (await owner.query<object>(text, [standard.id, orderId])).rows.map(shown);
  return left;
}

export interface Sort {
  item?: object;
  stock: readonly Omit<Stock, 'item'>[];
  qty: number[];
  /** What is done between approving and pushing. */
  between?: readonly [string, object][];
}

/** An approved order over stock of its own. */
export async function approvedOrder(
  platform: Platform,
  { item: fields = {}, stock, qty, between = [] }: Sort,
  tag: string,
): Promise<string> {
  const { standard, client } = platform;
  const item = await newItem(platform, standard, fields);
  await putStock(
    platform,
    standard,
    stock.map((one) => ({ ...one, item, ...(one.lot && { lot: `${one.lot}-${tag}` }) })),
  );
  const order = await newOrder(
    client,
    qty.map((each) => ({ item, qty: each })),
  );
  await drive(client, order.id, 'submit', 'approve', ...between.map((one) => [...one] as [string, object]));
  return order.id as string;
}

/** An order of six, pushed over four in its own warehouse and nine in `second`, and then fulfilled in part. */
export async function waitingForTheRest(
  platform: Platform,
  second: { shelf: string },
  tag: string,
): Promise<string> {
  const { client, standard } = platform;
  const id = await approvedOrder(
    platform,
    {
      stock: [{ qty: 4 }, { qty: 9, location: second.shelf }],
      qty: [6],
      between: [['allocate', { warehouse_id: standard.warehouseId, allow_partial: true }]],
    },
    tag,
  );
  const pushed = await drive(client, id, 'push-to-wms');
  await drive(client, id, ['partial_fulfill', { lines: [{ line_id: pushed.lines[0].id, qty: 1 }] }]);
  return id;
}
