/**
 * Promises: what orders may count on before stock is allocated.
 *
 * - reservations: the soft reservation of one order line (placed by approve); allocate sets `warehouse_id` when it
 *   binds it.
 * - item_promises: the sum of open reservations per item and warehouse (null: not bound yet), maintained by a trigger,
 *   its only writer. The row without a warehouse is also the lock of an item's promises: approve, allocate, push,
 *   release and cancel lock their items' rows in item_id order before they read stock, so overselling is impossible.
 *
 * Lock order: order -> lines -> item_promises by item_id -> balances in key order -> number counters.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { admitOwnerFunctions, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table item_promises (
      organization_id uuid not null,
      item_id uuid not null,
      warehouse_id uuid,
      merchant_id uuid not null,
      qty quantity not null default 0,
      locked_at timestamptz not null default now(),
      constraint promises_never_negative check (qty >= 0),
      constraint item_promises_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    alter table item_promises replica identity full;
    create unique index item_promises_key on item_promises (organization_id, item_id, warehouse_id) nulls not distinct;

    create table reservations (
      organization_id uuid not null,
      order_line_id uuid not null,
      order_id uuid not null,
      merchant_id uuid not null,
      item_id uuid not null,
      warehouse_id uuid,
      qty quantity not null check (qty > 0),
      created_at timestamptz not null default now(),
      primary key (organization_id, order_line_id),
      constraint reservations_order_line_id_fk foreign key (organization_id, order_line_id)
        references sales_order_lines (organization_id, id),
      constraint reservations_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id)
    );
    create index reservations_of_order on reservations (organization_id, order_id);
    create index reservations_of_item on reservations (organization_id, item_id);

    -- Moves the promises of all these items and warehouses, in three statements however many there are. Lock order:
    -- missing rows are created at zero, in key order, before any present row is locked; then all are locked in key order;
    -- then they are changed. The settings leave one plan: a lookup in the key's index for each row.
    create function move_promises(p_organizations uuid[], p_items uuid[], p_warehouses uuid[], p_merchants uuid[],
        p_deltas numeric[])
      returns void language plpgsql security definer set search_path = public, pg_temp
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      insert into item_promises (organization_id, item_id, warehouse_id, merchant_id)
      select c.organization_id, c.item_id, c.warehouse_id, c.merchant_id
        from unnest(p_organizations, p_items, p_warehouses, p_merchants)
             as c (organization_id, item_id, warehouse_id, merchant_id)
       where not exists (
         select from item_promises p
          where p.organization_id = c.organization_id and p.item_id = c.item_id
            and p.warehouse_id is not distinct from c.warehouse_id)
       order by c.organization_id, c.item_id, c.warehouse_id
      on conflict (organization_id, item_id, warehouse_id) do nothing;
      perform
         from unnest(p_organizations, p_items, p_warehouses) as c (organization_id, item_id, warehouse_id)
         join item_promises p
           on p.organization_id = c.organization_id and p.item_id = c.item_id
          and p.warehouse_id is not distinct from c.warehouse_id
        order by p.organization_id, p.item_id, p.warehouse_id
          for update of p;
      update item_promises p set qty = p.qty + c.delta
        from unnest(p_organizations, p_items, p_warehouses, p_deltas)
             as c (organization_id, item_id, warehouse_id, delta)
       where p.organization_id = c.organization_id and p.item_id = c.item_id
         and p.warehouse_id is not distinct from c.warehouse_id;
    end $$;

    create function apply_reservations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      -- The transition tables exist for their own operation only, so each has its statement.
      if tg_op = 'INSERT' then
        perform move_promises(array_agg(organization_id), array_agg(item_id), array_agg(warehouse_id),
                              array_agg(merchant_id), array_agg(delta))
           from (select organization_id, item_id, warehouse_id, merchant_id, sum(qty) as delta
                   from added group by 1, 2, 3, 4) changed
         having count(*) > 0;
      elsif tg_op = 'DELETE' then
        perform move_promises(array_agg(organization_id), array_agg(item_id), array_agg(warehouse_id),
                              array_agg(merchant_id), array_agg(delta))
           from (select organization_id, item_id, warehouse_id, merchant_id, -sum(qty) as delta
                   from removed group by 1, 2, 3, 4) changed
         having count(*) > 0;
      else
        perform move_promises(array_agg(organization_id), array_agg(item_id), array_agg(warehouse_id),
                              array_agg(merchant_id), array_agg(delta))
           from (select organization_id, item_id, warehouse_id, merchant_id, sum(qty) as delta
                   from (select organization_id, item_id, warehouse_id, merchant_id, qty from added
                         union all
                         select organization_id, item_id, warehouse_id, merchant_id, -qty from removed) both_sides
                  group by 1, 2, 3, 4 having sum(qty) <> 0) changed
         having count(*) > 0;
      end if;
      return null;
    end $$;
    create trigger apply_added after insert on reservations
      referencing new table as added for each statement execute function apply_reservations();
    create trigger apply_removed after delete on reservations
      referencing old table as removed for each statement execute function apply_reservations();
    create trigger apply_changed after update on reservations
      referencing old table as removed new table as added for each statement execute function apply_reservations();
    revoke execute on function apply_reservations(), move_promises(uuid[], uuid[], uuid[], uuid[], numeric[]) from public;
  `);
  await protectTenantTable(knex, 'reservations', { merchant: { column: 'merchant_id' } });
  await protectTenantTable(knex, 'item_promises', {
    rights: ['select'],
    merchant: { column: 'merchant_id' },
  });
  await admitOwnerFunctions(knex, 'item_promises', { policy: 'reservation_trigger' });
  await knex.raw(`
    -- The application may create (always at zero) and lock the lock row of an item, but not write its sum.
    grant insert (organization_id, item_id, warehouse_id, merchant_id) on item_promises to ${roleNames.app};
    grant update (locked_at) on item_promises to ${roleNames.app};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table reservations, item_promises;
    drop function apply_reservations, move_promises;
  `);
}
