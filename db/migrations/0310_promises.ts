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

    create function move_promise(p_organization uuid, p_item uuid, p_warehouse uuid, p_merchant uuid, p_delta numeric)
      returns void language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update item_promises set qty = qty + p_delta
       where organization_id = p_organization and item_id = p_item and warehouse_id is not distinct from p_warehouse;
      if not found then
        insert into item_promises as p (organization_id, item_id, warehouse_id, merchant_id, qty)
        values (p_organization, p_item, p_warehouse, p_merchant, p_delta)
        on conflict (organization_id, item_id, warehouse_id) do update set qty = p.qty + excluded.qty;
      end if;
    end $$;

    create function apply_reservations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      changed record;
    begin
      -- The transition tables exist for their own operation only, so each has its statement.
      if tg_op = 'INSERT' then
        for changed in
          select organization_id, item_id, warehouse_id, merchant_id, sum(qty) as delta
            from added group by 1, 2, 3, 4 order by 1, 2, 3
        loop perform move_promise(changed.organization_id, changed.item_id, changed.warehouse_id, changed.merchant_id, changed.delta);
        end loop;
      elsif tg_op = 'DELETE' then
        for changed in
          select organization_id, item_id, warehouse_id, merchant_id, -sum(qty) as delta
            from removed group by 1, 2, 3, 4 order by 1, 2, 3
        loop perform move_promise(changed.organization_id, changed.item_id, changed.warehouse_id, changed.merchant_id, changed.delta);
        end loop;
      else
        for changed in
          select organization_id, item_id, warehouse_id, merchant_id, sum(qty) as delta
            from (select organization_id, item_id, warehouse_id, merchant_id, qty from added
                  union all
                  select organization_id, item_id, warehouse_id, merchant_id, -qty from removed) both_sides
           group by 1, 2, 3, 4 having sum(qty) <> 0 order by 1, 2, 3
        loop perform move_promise(changed.organization_id, changed.item_id, changed.warehouse_id, changed.merchant_id, changed.delta);
        end loop;
      end if;
      return null;
    end $$;
    create trigger apply_added after insert on reservations
      referencing new table as added for each statement execute function apply_reservations();
    create trigger apply_removed after delete on reservations
      referencing old table as removed for each statement execute function apply_reservations();
    create trigger apply_changed after update on reservations
      referencing old table as removed new table as added for each statement execute function apply_reservations();
    revoke execute on function apply_reservations(), move_promise(uuid, uuid, uuid, uuid, numeric) from public;
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
    drop function apply_reservations, move_promise;
  `);
}
