/**
 * Shipments, their lines, and the hard allocations under them.
 *
 * - wms_shipments: its kind follows from its document, if it has one. Lock order, shipment, transfer, in this order.
 * - wms_shipment_lines: qty is what has to ship; a short pick lowers it in the same transaction that releases the
 *   allocation.
 * - allocations: which stock (location, lot, license plate) a shipment line holds, and why. The status goes from open
 *   (in its location) to picked (in staging; from_location_id says where it came from) to shipped, or to released when
 *   given up. Its balance key has status 'allocated'. The database enforces at every commit that the allocated balance
 *   of a key equals the sum of its open and picked allocations, and that the unreleased allocations of a live shipment
 *   line add up to its qty. So post to the ledger, then change allocations, in one transaction and any number of
 *   statements.
 * - put_back_tasks: picked stock of a cancelled order, on hold where it is until it is put back.
 */
import type { Knex } from 'knex';
import { checkedKey, protectTenantTable, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table wms_shipments (
      ${checkedKey},
      shipment_no text not null,
      status text not null default 'commit' check (status in (
        'commit', 'picking', 'picked', 'packed', 'shipped', 'delivered', 'cancelled')),
      order_id uuid, transfer_id uuid, vendor_return_id uuid,
      kind text not null generated always as (case when order_id is not null then 'order' when transfer_id is not null
        then 'transfer' when vendor_return_id is not null then 'vendor_return' else 'direct' end) stored,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      ship_mode text not null check (ship_mode in ('parcel', 'ltl', 'tl', 'pickup', 'courier')),
      carrier_code text,
      service_code text,
      tracking_no text,
      -- One of several shipments that the same push created across warehouses.
      split boolean not null default false,
      ship_to jsonb not null default '{}',
      required_ship_date date,
      signed_by text,
      ${times},
      picking_at timestamptz,
      picked_at timestamptz,
      packed_at timestamptz,
      shipped_at timestamptz,
      delivered_at timestamptz,
      cancelled_at timestamptz,
      constraint wms_shipments_shipment_no_once unique (organization_id, shipment_no),
      constraint wms_shipments_of_merchant unique (organization_id, merchant_id, id),
      constraint wms_shipments_of_one_document check (num_nonnulls(order_id, transfer_id, vendor_return_id) <= 1),
      constraint wms_shipments_delivered_after_shipped check (delivered_at >= shipped_at),
      constraint wms_shipments_order_id_fk foreign key (organization_id, merchant_id, order_id)
        references sales_orders (organization_id, merchant_id, id),
      constraint wms_shipments_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint wms_shipments_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );
    create index wms_shipments_of_order on wms_shipments (organization_id, order_id) where order_id is not null;
    create unique index wms_shipments_of_transfer on wms_shipments (organization_id, transfer_id) where transfer_id is not null;
    create unique index wms_shipments_of_vendor_return on wms_shipments (organization_id, vendor_return_id) where vendor_return_id is not null;
    create index wms_shipments_by_kind on wms_shipments (organization_id, kind, created_at desc, id desc) where kind <> 'order';
    create index wms_shipments_by_status on wms_shipments (organization_id, warehouse_id, status, created_at desc);
    -- Most are parcels.
    create index wms_shipments_by_mode on wms_shipments (organization_id, ship_mode, created_at desc, id desc)
      where ship_mode <> 'parcel';
    create index wms_shipments_newest on wms_shipments (organization_id, created_at desc, id desc);
    create index wms_shipments_by_shipping on wms_shipments (organization_id, merchant_id, shipped_at)
      where shipped_at is not null;
    create index wms_shipments_by_tracking_no on wms_shipments (organization_id, tracking_no) where tracking_no is not null;

    create table wms_shipment_lines (
      ${checkedKey},
      shipment_id uuid not null,
      line_no integer not null check (line_no > 0),
      order_line_id uuid,
      merchant_id uuid not null,
      item_id uuid not null,
      qty quantity not null check (qty >= 0),
      constraint wms_shipment_lines_line_no_once unique (organization_id, shipment_id, line_no),
      constraint wms_shipment_lines_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id),
      constraint wms_shipment_lines_order_line_id_fk foreign key (organization_id, order_line_id)
        references sales_order_lines (organization_id, id),
      constraint wms_shipment_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    create index wms_shipment_lines_of_order_line on wms_shipment_lines (organization_id, order_line_id)
      where order_line_id is not null;

    create table allocations (
      ${checkedKey},
      shipment_id uuid not null,
      shipment_line_id uuid not null,
      order_id uuid,
      order_line_id uuid,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      item_id uuid not null,
      location_id uuid not null,
      lot_no text not null,
      lpn_id uuid,
      qty quantity not null check (qty > 0),
      -- As what it stood until then, and stands again if it is released.
      stock_status text not null default 'available' check (stock_status in ('available', 'hold', 'damaged')),
      status text not null default 'open' check (status in ('open', 'picked', 'shipped', 'released')),
      -- Its location and license plate before it was picked; a put-back returns it there.
      from_location_id uuid,
      from_lpn_id uuid,
      why jsonb not null default '{}',
      created_at timestamptz not null default now(),
      picked_at timestamptz, ended_at timestamptz,
      constraint allocations_shipment_line_id_fk foreign key (organization_id, shipment_line_id)
        references wms_shipment_lines (organization_id, id),
      constraint allocations_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint allocations_location_id_fk foreign key (organization_id, warehouse_id, location_id)
        references locations (organization_id, warehouse_id, id)
    );
    create index allocations_of_line on allocations (organization_id, shipment_line_id);
    create index allocations_of_shipment on allocations (organization_id, shipment_id);
    create index allocations_of_order on allocations (organization_id, order_id) where order_id is not null;
    create index allocations_held on allocations (organization_id, item_id, location_id) where status in ('open', 'picked');
    -- What left of a lot, for a recall.
    create index allocations_left_of_lot on allocations (organization_id, item_id, lot_no)
      where status = 'shipped' and lot_no <> '';
    create index allocations_held_lpn on allocations (organization_id, lpn_id) where lpn_id is not null and status in ('open', 'picked');

    -- Adds to what the allocations hold of each balance, in two statements however many there are. Lock order: all rows
    -- are locked in key order before the first is changed, as a posting does, so that neither two changes of allocations
    -- nor one and a posting can deadlock. The settings leave one plan: a lookup in the key's index for each balance.
    create function hold_stock(p_organizations uuid[], p_items uuid[], p_locations uuid[], p_lots text[], p_lpns uuid[],
        p_deltas numeric[])
      returns void language plpgsql security definer set search_path = public, pg_temp
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    declare
      changed_count integer;
    begin
      perform
         from unnest(p_organizations, p_items, p_locations, p_lots, p_lpns)
              as c (organization_id, item_id, location_id, lot_no, lpn_id)
         join inventory_balances b
           on b.organization_id = c.organization_id and b.item_id = c.item_id and b.location_id = c.location_id
          and b.status = 'allocated' and b.lot_no = c.lot_no and b.lpn_id is not distinct from c.lpn_id
        order by b.organization_id, b.item_id, b.location_id, b.lot_no, b.lpn_id
          for update of b;
      update inventory_balances b set held_qty = b.held_qty + c.delta
        from unnest(p_organizations, p_items, p_locations, p_lots, p_lpns, p_deltas)
             as c (organization_id, item_id, location_id, lot_no, lpn_id, delta)
       where b.organization_id = c.organization_id and b.item_id = c.item_id and b.location_id = c.location_id
         and b.status = 'allocated' and b.lot_no = c.lot_no and b.lpn_id is not distinct from c.lpn_id;
      get diagnostics changed_count = row_count;
      if changed_count <> cardinality(p_items) then
        raise exception 'an allocation names stock that is not there'
          using errcode = 'WP002', constraint = 'allocated_equals_open_allocations';
      end if;
    end $$;

    create function apply_allocations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if tg_op = 'INSERT' then
        perform hold_stock(array_agg(organization_id), array_agg(item_id), array_agg(location_id), array_agg(lot_no),
                           array_agg(lpn_id), array_agg(delta))
           from (select organization_id, item_id, location_id, lot_no, lpn_id, sum(qty) as delta
                   from added where status in ('open', 'picked') group by 1, 2, 3, 4, 5) changed
         having count(*) > 0;
      else
        perform hold_stock(array_agg(organization_id), array_agg(item_id), array_agg(location_id), array_agg(lot_no),
                           array_agg(lpn_id), array_agg(delta))
           from (select organization_id, item_id, location_id, lot_no, lpn_id, sum(qty) as delta
                   from (select organization_id, item_id, location_id, lot_no, lpn_id, qty from added
                          where status in ('open', 'picked')
                         union all
                         select organization_id, item_id, location_id, lot_no, lpn_id, -qty from removed
                          where status in ('open', 'picked')) both_sides
                  group by 1, 2, 3, 4, 5 having sum(qty) <> 0) changed
         having count(*) > 0;
      end if;
      return null;
    end $$;
    create trigger apply_added after insert on allocations
      referencing new table as added for each statement execute function apply_allocations();
    create trigger apply_changed after update on allocations
      referencing old table as removed new table as added for each statement execute function apply_allocations();
    revoke execute on function apply_allocations(), hold_stock(uuid[], uuid[], uuid[], text[], uuid[], numeric[]) from public;

    create function check_allocated_balance() returns trigger language plpgsql as $$
    declare
      present record;
    begin
      select qty, held_qty into present from inventory_balances b
       where b.organization_id = new.organization_id and b.item_id = new.item_id and b.location_id = new.location_id
         and b.status = 'allocated' and b.lot_no = new.lot_no and b.lpn_id is not distinct from new.lpn_id;
      if present.qty <> present.held_qty then
        raise exception 'allocated stock % differs from open allocations %', present.qty, present.held_qty
          using errcode = 'WP002', constraint = 'allocated_equals_open_allocations';
      end if;
      return null;
    end $$;
    -- The condition is evaluated at each change, the check itself at the end of the transaction: a balance whose last
    -- change left both equal needs none, and one that differs has been noted.
    create constraint trigger allocated_equals_open_allocations after insert or update on inventory_balances
      deferrable initially deferred for each row when (new.status = 'allocated' and new.qty <> new.held_qty)
      execute function check_allocated_balance();

    create function check_shipment_line() returns trigger language plpgsql as $$
    declare
      line_id uuid;
      wanted numeric;
      held numeric;
    begin
      if tg_table_name = 'allocations' then line_id := new.shipment_line_id; else line_id := new.id; end if;
      select l.qty, coalesce((select sum(a.qty) from allocations a
                               where a.organization_id = l.organization_id and a.shipment_line_id = l.id
                                 and a.status <> 'released'), 0)
        into wanted, held
        from wms_shipment_lines l join wms_shipments s on s.organization_id = l.organization_id and s.id = l.shipment_id
       where l.organization_id = new.organization_id and l.id = line_id and s.status <> 'cancelled';
      if held <> wanted then
        raise exception 'a shipment line of % holds %', wanted, held
          using errcode = 'WP002', constraint = 'allocations_sum_to_shipment_line';
      end if;
      return null;
    end $$;
    create constraint trigger allocations_sum_to_line after update of qty on wms_shipment_lines
      deferrable initially deferred for each row execute function check_shipment_line();
    create constraint trigger allocations_sum_to_line after update of qty, status, shipment_line_id on allocations
      deferrable initially deferred for each row
      when (new.qty <> old.qty or new.shipment_line_id <> old.shipment_line_id
            or (new.status = 'released') <> (old.status = 'released'))
      execute function check_shipment_line();

    -- New lines and allocations are checked by the statement that inserts them, all in one query: a push inserts both at
    -- once, and they add up right away. A line that does not add up yet is written once more, which has it checked at the
    -- end of the transaction.
    create function check_added() returns trigger language plpgsql set enable_seqscan = off as $$
    declare
      organization_ids uuid[];
      line_ids uuid[];
    begin
      if tg_table_name = 'allocations' then
        select array_agg(distinct a.organization_id), array_agg(distinct a.shipment_line_id)
          into organization_ids, line_ids from added a;
      else
        select array_agg(distinct a.organization_id), array_agg(a.id) into organization_ids, line_ids from added a;
      end if;
      update wms_shipment_lines l set qty = l.qty
       where l.organization_id = any (organization_ids) and l.id = any (line_ids)
         and l.qty <> coalesce((select sum(a.qty) from allocations a
                                 where a.organization_id = l.organization_id and a.shipment_line_id = l.id
                                   and a.status <> 'released'), 0);
      return null;
    end $$;
    create trigger check_added after insert on wms_shipment_lines
      referencing new table as added for each statement execute function check_added();
    create trigger check_added after insert on allocations
      referencing new table as added for each statement execute function check_added();

    create table put_back_tasks (
      ${checkedKey},
      status text not null default 'open' check (status in ('open', 'done')),
      shipment_id uuid not null,
      order_id uuid,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      item_id uuid not null,
      lot_no text not null,
      lpn_id uuid,
      qty quantity not null check (qty > 0),
      -- How much of it was put back.
      done_qty quantity constraint put_back_tasks_done_within_qty check (done_qty between 0 and qty),
      from_location_id uuid not null,
      to_location_id uuid not null,
      to_status text not null default 'available' check (to_status in ('available', 'hold', 'damaged')),
      -- Who was given it, and until when nobody else is.
      claimed_by uuid, claimed_until timestamptz,
      created_at timestamptz not null default now(),
      done_at timestamptz, done_by text,
      constraint put_back_tasks_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id),
      constraint put_back_tasks_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint put_back_tasks_from_location_id_fk foreign key (organization_id, warehouse_id, from_location_id)
        references locations (organization_id, warehouse_id, id),
      constraint put_back_tasks_to_location_id_fk foreign key (organization_id, warehouse_id, to_location_id)
        references locations (organization_id, warehouse_id, id)
    );
    create index put_back_tasks_open on put_back_tasks (organization_id, warehouse_id, created_at) where status = 'open';
  `);
  for (const table of ['wms_shipments', 'wms_shipment_lines', 'allocations', 'put_back_tasks']) {
    await protectTenantTable(knex, table, {
      rights: ['select', 'insert', 'update'],
      merchant: { column: 'merchant_id' },
    });
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger allocated_equals_open_allocations on inventory_balances;
    drop table put_back_tasks, allocations, wms_shipment_lines, wms_shipments;
    drop function apply_allocations, hold_stock, check_allocated_balance, check_shipment_line, check_added;
  `);
}
