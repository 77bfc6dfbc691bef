/** What must hold of an organization's goods at any moment, also while several clients are at work. */
import type { Site } from './site.ts';

const mine = 'organization_id = $1';
/** Each finds what must not be. */
const never: Record<string, string> = {
  'goods away from their license plate': `select p.lpn, p.state, b.status, b.qty from inventory_balances b
    join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id where b.${mine} and b.qty > 0 and b.status <> 'in_transit'
     and (b.location_id is distinct from p.location_id or p.state in ('consumed', 'shipped', 'planned'))`,
  'a picked license plate with goods that were not picked': `select p.lpn, p.state, b.status from inventory_balances b
    join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
    where b.${mine} and b.qty > 0 and p.state in ('picked', 'loaded') and b.status <> 'allocated'`,
  'picked goods on a license plate that was not': `select p.lpn, p.state from allocations a
    join lpns p on p.organization_id = a.organization_id and p.id = a.lpn_id
    where a.${mine} and a.status = 'picked' and p.state not in ('picked', 'loaded')`,
  'goods to pick on a license plate that has gone': `select p.lpn, p.state from allocations a
    join lpns p on p.organization_id = a.organization_id and p.id = a.lpn_id
    where a.${mine} and a.status = 'open' and p.state <> 'active'`,
  'a picked license plate with nothing on it': `select p.lpn, p.state from lpns p
    where p.${mine} and p.state in ('picked', 'loaded') and not exists (
      select 1 from inventory_balances b join lpns c on c.organization_id = b.organization_id and c.id = b.lpn_id
       where b.organization_id = p.organization_id and b.qty > 0 and (c.id = p.id or c.parent_lpn_id = p.id))`,
  'a carton away from its pallet': `select c.lpn, c.state, p.state as pallet from lpns c
    join lpns p on p.organization_id = c.organization_id and p.id = c.parent_lpn_id
    where c.${mine} and c.state in ('active', 'picked', 'loaded')
     and (c.location_id is distinct from p.location_id or p.state in ('consumed', 'shipped'))`,
  'stock held for a shipment that has ended': `select s.status, a.status as held from allocations a
    join wms_shipments s on s.organization_id = a.organization_id and s.id = a.shipment_id
    where a.${mine} and a.status in ('open', 'picked') and s.status in ('shipped', 'delivered', 'cancelled')`,
  'something to pick for a shipment that is picked': `select s.status from allocations a
    join wms_shipments s on s.organization_id = a.organization_id and s.id = a.shipment_id
    where a.${mine} and a.status = 'open' and s.status in ('picked', 'packed')`,
  'a shipment to pick with nothing to pick': `select s.shipment_no, s.status from wms_shipments s
    where s.${mine} and s.status in ('commit', 'picking') and not exists (
      select 1 from allocations a where a.organization_id = s.organization_id and a.shipment_id = s.id and a.status = 'open')`,
  'a promise to an order that waits for nothing': `select o.status from reservations r
    join sales_orders o on o.organization_id = r.organization_id and o.id = r.order_id
    where r.${mine} and o.status not in ('confirmed', 'allocated')`,
  'a pick task that is not of its allocation': `select k.status, a.status as held, k.qty, a.qty as has from pick_tasks k
    join allocations a on a.organization_id = k.organization_id and a.id = k.allocation_id
    where k.${mine} and k.status in ('open', 'assigned', 'in_progress')
     and (a.status <> 'open' or a.qty <> k.qty or a.location_id <> k.location_id)`,
  'a released wave with nothing to do': `select w.wave_no, w.status from waves w
    where w.${mine} and w.status in ('released', 'picking') and not exists (
      select 1 from pick_tasks k where k.organization_id = w.organization_id and k.wave_id = w.id
         and k.status in ('open', 'assigned', 'in_progress'))`,
  'a pick job with nothing left to pick': `select j.job_no, j.status from pick_jobs j
    where j.${mine} and j.status in ('open', 'in_progress') and not exists (
      select 1 from pick_tasks k where k.organization_id = j.organization_id and k.job_id = j.id
         and k.status in ('open', 'assigned', 'in_progress'))`,
  'something to pick in a job that is over': `select j.job_no, j.status, k.status as task from pick_jobs j
    join pick_tasks k on k.organization_id = j.organization_id and k.job_id = j.id
    where j.${mine} and j.status in ('done', 'abandoned') and k.status in ('open', 'assigned', 'in_progress')`,
  'a shipment in two positions of a job': `select k.job_id, k.shipment_id from pick_tasks k
    where k.${mine} and k.job_id is not null
    group by k.job_id, k.shipment_id having count(distinct k.position) > 1`,
  'a wave that waits for what is picked': `select s.status, w.status as wave from wave_shipments m
    join wms_shipments s on s.organization_id = m.organization_id and s.id = m.shipment_id
    join waves w on w.organization_id = m.organization_id and w.id = m.wave_id
    where m.${mine} and m.is_active and (s.status not in ('commit', 'picking') or w.status in ('completed', 'cancelled'))`,
  'a cancelled shipment on a load': `select s.shipment_no from load_shipments l
    join wms_shipments s on s.organization_id = l.organization_id and s.id = l.shipment_id
    where l.${mine} and s.status = 'cancelled'`,
  'a released order that nobody ships': `select o.order_no from sales_orders o
    where o.${mine} and o.status = 'released' and not exists (
      select 1 from wms_shipments s where s.organization_id = o.organization_id and s.order_id = o.id
         and s.status in ('commit', 'picking', 'picked', 'packed'))`,
  'a location locked by a count that is over': `select c.task_no from location_locks k
    join count_tasks c on c.organization_id = k.organization_id and c.id = k.count_task_id
    where k.${mine} and c.state in ('completed', 'cancelled')`,
  'a place that says it is full, and has room': `select l.code, l.units_at_least, l.lpns_at_least, r.* from locations l
    cross join lateral (select
      (select coalesce(sum(b.qty), 0) from inventory_balances b where b.organization_id = l.organization_id and b.location_id = l.id)
        + (select coalesce(sum(m.qty), 0) from planned_moves m where m.organization_id = l.organization_id and m.to_location_id = l.id
              and m.lpn_id is null and m.status in ('open', 'assigned', 'in_progress')) as units,
      (select count(distinct coalesce(p.parent_lpn_id, p.id)) from inventory_balances b
         join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
        where b.organization_id = l.organization_id and b.location_id = l.id and b.qty > 0)
        + (select count(*) from planned_moves m where m.organization_id = l.organization_id and m.to_location_id = l.id
              and m.lpn_id is not null and m.status in ('open', 'assigned', 'in_progress')) as plates) r
    where l.${mine} and (l.units_at_least > r.units or l.lpns_at_least > r.plates)`,
  'stock in transit that no transfer sent, or less': `select b.item_id, b.qty, g.qty as sent from (
      select item_id, location_id, lot_no, lpn_id, qty from inventory_balances b where b.${mine} and status = 'in_transit' and qty > 0) b
    full join (select item_id, transit_location_id as location_id, lot_no, lpn_id, sum(qty - received_qty - written_off_qty - back_qty) as qty
      from transfer_goods g where g.${mine} and received_qty + written_off_qty + back_qty < qty
      group by item_id, transit_location_id, lot_no, lpn_id) g
      on g.item_id = b.item_id and g.location_id = b.location_id and g.lot_no = b.lot_no
     and coalesce(g.lpn_id, g.item_id) = coalesce(b.lpn_id, b.item_id)
    where b.qty is distinct from g.qty`,
  'a transfer that has left without its shipment, or the other way round': `select t.transfer_no, t.status, s.status as shipment from transfers t
    join wms_shipments s on s.organization_id = t.organization_id and s.transfer_id = t.id
    where t.${mine} and ((t.status = 'cancelled') <> (s.status = 'cancelled')
      or (t.status in ('draft', 'released', 'cancelled')) = (s.status in ('shipped', 'delivered')))`,
  'a return to a vendor that has left without its shipment, or the other way round': `select v.return_no, v.status, s.status as shipment
    from vendor_returns v join wms_shipments s on s.organization_id = v.organization_id and s.vendor_return_id = v.id
    where v.${mine} and ((v.status = 'cancelled') <> (s.status = 'cancelled')
      or (v.status in ('shipped', 'credited')) <> (s.status in ('shipped', 'delivered')))`,
  'more credited of an order line than was invoiced': `select l.order_line_id, l.quantity, l.amount, c.qty, c.amount as back from invoice_lines l
    join invoices i on i.organization_id = l.organization_id and i.id = l.invoice_id and i.kind = 'invoice' and i.status <> 'void'
    cross join lateral (select sum(x.quantity) as qty, sum(x.amount) as amount from invoice_lines x
      join invoices n on n.organization_id = x.organization_id and n.id = x.invoice_id and n.status <> 'void'
      where x.organization_id = l.organization_id and x.order_line_id = l.order_line_id and x.return_line_id is not null) c
    where l.${mine} and (c.qty > l.quantity or c.amount > l.amount)`,
  'an item that came, and is neither here nor sent': `select i.sku, came.qty, here.qty as here, sent.qty as sent from items i
    cross join lateral (select coalesce(sum(e.qty_delta), 0) as qty from inventory_ledger e
      where e.organization_id = i.organization_id and e.item_id = i.id
        and e.transaction_type in ('receive', 'return', 'reverse', 'adjust', 'count')) came
    cross join lateral (select coalesce(sum(b.qty), 0) as qty from inventory_balances b
      where b.organization_id = i.organization_id and b.item_id = i.id) here
    cross join lateral (select coalesce(sum(a.qty), 0) as qty from allocations a
      join wms_shipments s on s.organization_id = a.organization_id and s.id = a.shipment_id and s.kind <> 'transfer'
      where a.organization_id = i.organization_id and a.item_id = i.id and a.status = 'shipped') sent
    where i.${mine} and came.qty <> here.qty + sent.qty`,
};

export async function assertInvariants({ platform, client, organizationId }: Site): Promise<void> {
  for (const [what, text] of Object.entries(never)) {
    const { rows } = await platform.owner.query(text, [organizationId]);
    if (rows.length > 0) throw new Error(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  const { data } = (await client.get('/api/wms/inventory/integrity')).body;
  if (data.mismatch_count + data.allocation_mismatch_count + data.serial_mismatch_count > 0)
    throw new Error(`integrity: ${JSON.stringify(data)}`);
}
