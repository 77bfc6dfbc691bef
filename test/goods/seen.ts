/** What the platform holds for an organization at one moment, read behind the service. */
import type { OpenReturn } from './open-return.ts';
import type { Site } from './site.ts';

/** A balance key with its quantity. */
export interface Stock {
  item_id: string;
  location_id: string;
  status: string;
  lot_no: string;
  lpn_id: string | null;
  qty: number;
}

export interface Allocation extends Omit<Stock, 'status'> {
  id: string;
  shipment_id: string;
  shipment_line_id: string;
  order_line_id: string | null;
  /** As what it stood before. */
  stock_status: string;
  status: 'open' | 'picked' | 'shipped' | 'released';
  from_location_id: string | null;
  /** A batch has it on its cart. */
  is_taken: boolean;
}

export interface Plate {
  id: string;
  lpn: string;
  type: string;
  state: string;
  warehouse_id: string;
  location_id: string | null;
  parent_lpn_id: string | null;
}

export interface PutBack extends Omit<Stock, 'location_id' | 'status'> {
  id: string;
  status: 'open' | 'done';
  shipment_id: string;
  done_qty: number | null;
  from_location_id: string;
  to_location_id: string;
  to_status: string;
}

export interface CountLine extends Omit<Stock, 'lpn_id' | 'qty'> {
  task_id: string;
  counted_qty: number | null;
  expected_qty: number | null;
  posted_delta: number | null;
  /** What counts had posted to this stock until the scan, and when that was: the order of scans. */
  posted_before: number | null;
  counted_at: number | null;
}

export interface OrderLine {
  id: string;
  order_id: string;
  order_status: string;
  item_id: string;
  qty: number;
  fulfilled_qty: number;
  backordered_qty: number;
  cancelled_qty: number;
  reserved: number;
  reserved_in: string | null;
}

export interface Stated {
  id: string;
  status: string;
}

/** What a transfer has sent and nobody counted in yet. */
export interface Goods extends Omit<Stock, 'status'> {
  transfer_id: string;
  receipt_id: string;
  receipt_line_id: string;
}

export interface Transfer extends Stated {
  from_warehouse_id: string;
  to_warehouse_id: string;
  receipt_id: string | null;
  shipment_id: string | null;
}

/** What somebody is to carry within the walls: loose stock, or a license plate with all that is on it. */
export interface PlannedMove extends Stated {
  item_id: string | null;
  lot_no: string;
  lpn_id: string | null;
  stock_status: string;
  qty: number;
  done_qty: number | null;
  from_location_id: string;
  to_location_id: string;
  end_reason: string | null;
}

/** Presumed: nobody named it, and one of its place left. */
export interface SentSerial extends Record<'transfer_id' | 'shipment_id', string | null> {
  serial_no: string;
  is_presumed: boolean;
}

interface Received {
  id: string;
  item_id: string;
  received_qty: number;
  damaged_qty: number;
  is_transfer: boolean;
}

export interface Seen {
  stock: Stock[];
  ledger: Stock[];
  allocations: Allocation[];
  plates: Plate[];
  /** In stock, oldest first. */
  serials: { item_id: string; serial_no: string; receipt_id: string | null }[];
  transitSerials: SentSerial[];
  /** Those that left for good. One that came back is there for each time. */
  goneSerials: SentSerial[];
  transfers: Transfer[];
  vendorReturns: (Stated & { shipment_id: string | null })[];
  goods: Goods[];
  lots: { lot_no: string; expiry_date: string | null; hold_id: string | null }[];
  /** What of the stock on hold waits for returns to be disposed of, or to be put back. */
  waiting: { warehouse_id: string; item_id: string; lot_no: string; qty: number }[];
  lines: OrderLine[];
  orders: Stated[];
  shipments: (Stated & { order_id: string | null; transfer_id: string | null })[];
  shipmentLines: { id: string; shipment_id: string; item_id: string; qty: number }[];
  tasks: (Stated & {
    qty: number;
    allocation_id: string;
    item_id: string;
    zone: string;
    /** Where a batch takes it together with others. */
    place: string;
    job_id: string | null;
    position: string | null;
  })[];
  jobs: (Stated & { method: string })[];
  waves: Stated[];
  loads: Stated[];
  moves: PlannedMove[];
  putBacks: PutBack[];
  counts: Stated[];
  countLines: CountLine[];
  countPlaces: { task_id: string; location_id: string; plan_id: string | null; is_visited: boolean }[];
  plans: { id: string }[];
  locked: { location_id: string }[];
  /** What receipts brought in and was not taken back. */
  entries: (Stock & { id: string; receipt_id: string; line_id: string })[];
  received: Received[];
  returns: OpenReturn[];
}

const key = 'item_id, location_id, status, lot_no, lpn_id';
// What was to go to the customer and was cancelled is to be decided anew.
const inForce = `not exists (select from wms_shipments h where h.organization_id = d.organization_id
  and h.disposition_id = d.id and h.status = 'cancelled')`;

const questions: Record<keyof Seen, string> = {
  stock: `select ${key}, qty::float8 as qty from inventory_balances where organization_id = $1 and qty > 0`,
  ledger: `select ${key}, sum(qty_delta)::float8 as qty from inventory_ledger where organization_id = $1
    group by ${key} having sum(qty_delta) <> 0`,
  allocations: `select id, shipment_id, shipment_line_id, order_line_id, item_id, location_id, lot_no, lpn_id, stock_status, status,
    from_location_id, qty::float8 as qty, exists (
      select from pick_tasks t where t.organization_id = a.organization_id and t.allocation_id = a.id and t.status = 'in_progress'
         and t.taken_at is not null and t.put_back_at is null) as is_taken
    from allocations a where organization_id = $1 order by created_at, id`,
  plates: `select id, lpn, type, state, warehouse_id, location_id, parent_lpn_id from lpns where organization_id = $1
    order by created_at, id`,
  serials: `select item_id, serial_no, receipt_id from serials where organization_id = $1 and state = 'in_stock' order by received_at, id`,
  transitSerials: `select serial_no, transfer_id, shipment_id, is_presumed from serials
    where organization_id = $1 and state = 'in_transit' order by received_at, id`,
  goneSerials: `select serial_no, transfer_id, shipment_id, is_presumed from serials where organization_id = $1 and state = 'shipped' order by left_at, id`,
  transfers: `select t.id, t.status, t.from_warehouse_id, t.to_warehouse_id, r.id as receipt_id, s.id as shipment_id from transfers t
    left join inbound_receipts r on r.organization_id = t.organization_id and r.transfer_id = t.id
    left join wms_shipments s on s.organization_id = t.organization_id and s.transfer_id = t.id
    where t.organization_id = $1 order by t.created_at, t.id`,
  vendorReturns: `select v.id, v.status, s.id as shipment_id from vendor_returns v
    left join wms_shipments s on s.organization_id = v.organization_id and s.vendor_return_id = v.id
    where v.organization_id = $1 order by v.created_at, v.id`,
  goods: `select g.transfer_id, r.id as receipt_id, l.receipt_line_id, g.item_id, g.transit_location_id as location_id, g.lot_no, g.lpn_id,
      (g.qty - g.received_qty - g.written_off_qty - g.back_qty)::float8 as qty
    from transfer_goods g join transfer_lines l on l.organization_id = g.organization_id and l.id = g.transfer_line_id
    join inbound_receipts r on r.organization_id = g.organization_id and r.transfer_id = g.transfer_id
    where g.organization_id = $1 and g.received_qty + g.written_off_qty + g.back_qty < g.qty order by g.id`,
  lots: `select lot_no, expiry_date::text as expiry_date, hold_id from lots where organization_id = $1`,
  waiting: `select warehouse_id, item_id, lot_no, sum(qty)::float8 as qty from (
      select warehouse_id, item_id, lot_no, qty from put_back_tasks k where organization_id = $1 and status = 'open'
        and not exists (select from wms_shipments h where h.organization_id = k.organization_id and h.id = k.shipment_id
                           and h.disposition_id is not null)
      union all
      select e.warehouse_id, e.item_id, e.lot_no, greatest(sum(e.qty_delta) - coalesce((select sum(d.qty) from dispositions d
               join return_lines l on l.organization_id = d.organization_id and l.id = d.return_line_id
              where d.organization_id = r.organization_id and l.return_id = r.id and d.lot_no = e.lot_no
                and l.item_id = e.item_id and d.stock_status = 'hold' and ${inForce}), 0), 0)
        from returns r join inbound_receipts c on c.organization_id = r.organization_id and c.return_id = r.id
        join inventory_ledger e on e.organization_id = r.organization_id and e.ref_id = c.id and e.status = 'hold'
       where r.organization_id = $1 and r.status in ('receiving', 'inspecting')
       group by r.organization_id, r.id, e.warehouse_id, e.item_id, e.lot_no) waits
    group by warehouse_id, item_id, lot_no having sum(qty) > 0`,
  lines: `select l.id, l.order_id, o.status as order_status, l.item_id, l.qty::float8 as qty,
      l.fulfilled_qty::float8 as fulfilled_qty, l.backordered_qty::float8 as backordered_qty,
      l.cancelled_qty::float8 as cancelled_qty, coalesce(r.qty, 0)::float8 as reserved, r.warehouse_id as reserved_in
    from sales_order_lines l
    join sales_orders o on o.organization_id = l.organization_id and o.id = l.order_id
    left join reservations r on r.organization_id = l.organization_id and r.order_line_id = l.id
    where l.organization_id = $1 order by l.id`,
  orders: `select id, status from sales_orders where organization_id = $1 order by created_at, id`,
  shipments: `select id, status, order_id, transfer_id from wms_shipments where organization_id = $1 order by created_at, id`,
  shipmentLines: `select id, shipment_id, item_id, qty::float8 as qty from wms_shipment_lines where organization_id = $1 order by id`,
  tasks: `select t.id, t.status, t.qty::float8 as qty, t.allocation_id, t.item_id, t.zone, t.job_id,
      concat_ws('/', t.location_id, t.item_id, t.lot_no, t.lpn_id) as place,
      coalesce(j.put_wall, j.cart, j.job_no) || '-' || lpad(t.position::text, 2, '0') as position
    from pick_tasks t left join pick_jobs j on j.organization_id = t.organization_id and j.id = t.job_id
    where t.organization_id = $1 order by t.created_at, t.id`,
  jobs: `select id, status, method from pick_jobs where organization_id = $1 order by created_at, id`,
  waves: `select id, status from waves where organization_id = $1 order by created_at, id`,
  loads: `select id, status from loads where organization_id = $1 order by created_at, id`,
  moves: `select id, status, item_id, lot_no, lpn_id, stock_status, qty::float8 as qty, done_qty::float8 as done_qty,
    from_location_id, to_location_id, end_reason from planned_moves where organization_id = $1 order by created_at, id`,
  putBacks: `select id, status, shipment_id, item_id, lot_no, lpn_id, qty::float8 as qty, done_qty::float8 as done_qty,
    from_location_id, to_location_id, to_status from put_back_tasks where organization_id = $1 order by created_at, id`,
  counts: `select id, state as status from count_tasks where organization_id = $1 order by created_at, id`,
  countLines: `select task_id, item_id, location_id, status, lot_no, counted_qty::float8 as counted_qty,
    expected_qty::float8 as expected_qty, posted_delta::float8 as posted_delta, posted_before::float8 as posted_before,
    extract(epoch from counted_at)::float8 as counted_at
    from count_lines where organization_id = $1 order by id`,
  countPlaces: `select c.task_id, c.location_id, t.plan_id, (t.lock = 'creation' or c.visited_at is not null) as is_visited
    from count_task_locations c join count_tasks t on t.organization_id = c.organization_id and t.id = c.task_id
    where c.organization_id = $1 order by c.task_id, c.location_id`,
  plans: `select id from count_plans where organization_id = $1 order by id`,
  locked: `select location_id from location_locks where organization_id = $1`,
  entries: `select e.id, e.ref_id as receipt_id, e.ref_line_id as line_id, e.item_id, e.location_id, e.status, e.lot_no, e.lpn_id,
      (e.qty_delta + coalesce(sum(x.qty_delta), 0))::float8 as qty
    from inventory_ledger e
    left join inventory_ledger x on x.organization_id = e.organization_id and x.reverses_id = e.id
    where e.organization_id = $1 and e.transaction_type in ('receive', 'return') and e.ref_type = 'inbound_receipt'
    group by e.organization_id, e.id having e.qty_delta + coalesce(sum(x.qty_delta), 0) > 0 order by e.id`,
  returns: `select r.id, r.status, r.warehouse_id, r.order_id, l.id as line_id, l.order_line_id, l.item_id, l.qty::float8 as qty, c.receipt_id,
      l.receipt_line_id, coalesce(c.received_qty + c.damaged_qty, 0)::float8 as received_qty,
      coalesce((select sum(i.qty) from inspections i
        where i.organization_id = l.organization_id and i.return_line_id = l.id), 0)::float8 as inspected_qty,
      coalesce((select sum(d.qty) from dispositions d
        where d.organization_id = l.organization_id and d.return_line_id = l.id and ${inForce}), 0)::float8 as disposed_qty,
      coalesce((select sum(x.quantity) from invoice_lines x
        join invoices n on n.organization_id = x.organization_id and n.id = x.invoice_id and n.status <> 'void'
        where x.organization_id = l.organization_id and x.return_line_id = l.id), 0)::float8 as credited_qty,
      array(select s from inspections i, unnest(i.serial_nos) s
        where i.organization_id = l.organization_id and i.return_line_id = l.id) as inspected_serials,
      (select coalesce(json_agg(json_build_object('id', i.id, 'qty', i.qty - i.gone, 'serials', array(
          select s from unnest(i.serial_nos) s where not exists (select from dispositions d
            where d.organization_id = l.organization_id and d.inspection_id = i.id and s = any (d.serial_nos) and ${inForce}))) order by i.id), '[]')
        from (select x.id, x.qty, x.serial_nos, coalesce((select sum(d.qty) from dispositions d
                where d.organization_id = x.organization_id and d.inspection_id = x.id and ${inForce}), 0) as gone
              from inspections x where x.organization_id = l.organization_id and x.return_line_id = l.id) i
        where i.qty > i.gone) as open_inspections
    from returns r join return_lines l on l.organization_id = r.organization_id and l.return_id = r.id
    left join inbound_receipt_lines c on c.organization_id = l.organization_id and c.id = l.receipt_line_id
    where r.organization_id = $1 order by r.created_at, r.id`,
  received: `select l.id, l.item_id, l.received_qty::float8 as received_qty, l.damaged_qty::float8 as damaged_qty,
      r.transfer_id is not null as is_transfer
    from inbound_receipt_lines l join inbound_receipts r on r.organization_id = l.organization_id and r.id = l.receipt_id
    where l.organization_id = $1`,
};

/** On hold: no order gets any of them. */
export const recalledIn = ({ lots }: Pick<Seen, 'lots'>): ReadonlySet<string> =>
  new Set(lots.filter(({ hold_id: id }) => id !== null).map(({ lot_no: lot }) => lot));

/** Everything at one moment: one transaction, so that two clients at work do not show a mixture. */
export async function see({ platform, organizationId }: Site): Promise<Seen> {
  const held = await platform.owner.connect();
  try {
    await held.query('begin isolation level repeatable read read only');
    const seen: Record<string, unknown> = {};
    for (const [name, text] of Object.entries(questions))
      seen[name] = (await held.query(text, [organizationId])).rows;
    await held.query('commit');
    return seen as unknown as Seen;
  } finally {
    held.release();
  }
}
