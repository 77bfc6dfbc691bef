/**
 * Inventory of organizations without a WMS (oms_standalone): per warehouse and item, available or allocated. It follows
 * the same rules as the WMS ledger: entries are appended, only the trigger writes balances, and at every commit the
 * allocated balance equals the open OMS allocations.
 */
import type { Knex } from 'knex';
import { admitOwnerFunctions, checkedKey, makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table oms_balances (
      organization_id uuid not null,
      item_id uuid not null,
      warehouse_id uuid not null,
      status text not null check (status in ('available', 'allocated')),
      merchant_id uuid not null,
      qty quantity not null,
      held_qty quantity not null default 0 check (held_qty >= 0),
      updated_at timestamptz not null,
      primary key (organization_id, item_id, warehouse_id, status),
      constraint balance_never_negative check (qty >= 0),
      constraint oms_balances_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint oms_balances_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
    );

    create table oms_ledger (
      ${checkedKey},
      command_id uuid not null,
      line_no integer not null,
      item_id uuid not null,
      warehouse_id uuid not null,
      status text not null,
      merchant_id uuid not null,
      qty_delta quantity not null check (qty_delta <> 0),
      transaction_type text not null check (transaction_type in ('adjust', 'allocate', 'deallocate', 'ship')),
      ref_type text not null,
      ref_id uuid,
      reason_code text,
      note text,
      actor text not null,
      occurred_at timestamptz not null default clock_timestamp(),
      constraint oms_ledger_line_once unique (organization_id, command_id, line_no)
    );
    create index oms_ledger_item on oms_ledger (organization_id, item_id, occurred_at);

    create function apply_oms_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      moved record;
    begin
      for moved in
        select organization_id, item_id, warehouse_id, status, merchant_id, sum(qty_delta) as delta, max(occurred_at) as at
          from posted group by 1, 2, 3, 4, 5 having sum(qty_delta) <> 0 order by 1, 2, 3, 4
      loop
        update oms_balances b set qty = b.qty + moved.delta, updated_at = moved.at
         where b.organization_id = moved.organization_id and b.item_id = moved.item_id
           and b.warehouse_id = moved.warehouse_id and b.status = moved.status;
        if not found then
          insert into oms_balances as b (organization_id, item_id, warehouse_id, status, merchant_id, qty, updated_at)
          values (moved.organization_id, moved.item_id, moved.warehouse_id, moved.status, moved.merchant_id, moved.delta, moved.at)
          on conflict (organization_id, item_id, warehouse_id, status) do update
            set qty = b.qty + excluded.qty, updated_at = excluded.updated_at;
        end if;
      end loop;
      return null;
    end $$;
    create trigger apply_oms_ledger after insert on oms_ledger
      referencing new table as posted for each statement execute function apply_oms_ledger();

    create table oms_allocations (
      ${checkedKey},
      order_id uuid not null,
      order_line_id uuid not null,
      merchant_id uuid not null,
      warehouse_id uuid not null,
      item_id uuid not null,
      qty quantity not null check (qty > 0),
      status text not null default 'open' check (status in ('open', 'shipped', 'released')),
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      constraint oms_allocations_order_line_id_fk foreign key (organization_id, order_line_id)
        references sales_order_lines (organization_id, id),
      constraint oms_allocations_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    create index oms_allocations_of_order on oms_allocations (organization_id, order_id);

    create function hold_oms_stock(p_organization uuid, p_item uuid, p_warehouse uuid, p_delta numeric)
      returns void language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update oms_balances b set held_qty = b.held_qty + p_delta
       where b.organization_id = p_organization and b.item_id = p_item and b.warehouse_id = p_warehouse and b.status = 'allocated';
      if not found then
        raise exception 'an allocation names stock that is not there'
          using errcode = 'WP002', constraint = 'allocated_equals_open_allocations';
      end if;
    end $$;

    create function apply_oms_allocations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      changed record;
    begin
      if tg_op = 'INSERT' then
        for changed in
          select organization_id, item_id, warehouse_id, sum(qty) as delta
            from added where status = 'open' group by 1, 2, 3 order by 1, 2, 3
        loop perform hold_oms_stock(changed.organization_id, changed.item_id, changed.warehouse_id, changed.delta);
        end loop;
      else
        for changed in
          select organization_id, item_id, warehouse_id, sum(qty) as delta
            from (select organization_id, item_id, warehouse_id, qty from added where status = 'open'
                  union all
                  select organization_id, item_id, warehouse_id, -qty from removed where status = 'open') both_sides
           group by 1, 2, 3 having sum(qty) <> 0 order by 1, 2, 3
        loop perform hold_oms_stock(changed.organization_id, changed.item_id, changed.warehouse_id, changed.delta);
        end loop;
      end if;
      return null;
    end $$;
    create trigger apply_added after insert on oms_allocations
      referencing new table as added for each statement execute function apply_oms_allocations();
    create trigger apply_changed after update on oms_allocations
      referencing old table as removed new table as added for each statement execute function apply_oms_allocations();
    revoke execute on function apply_oms_ledger(), apply_oms_allocations(), hold_oms_stock(uuid, uuid, uuid, numeric) from public;

    create function check_oms_allocated_balance() returns trigger language plpgsql as $$
    declare
      present record;
    begin
      select qty, held_qty into present from oms_balances b
       where b.organization_id = new.organization_id and b.item_id = new.item_id
         and b.warehouse_id = new.warehouse_id and b.status = 'allocated';
      if present.qty <> present.held_qty then
        raise exception 'allocated stock % differs from open allocations %', present.qty, present.held_qty
          using errcode = 'WP002', constraint = 'allocated_equals_open_allocations';
      end if;
      return null;
    end $$;
    create constraint trigger allocated_equals_open_allocations after insert or update on oms_balances
      deferrable initially deferred for each row when (new.status = 'allocated') execute function check_oms_allocated_balance();
  `);
  await protectTenantTable(knex, 'oms_balances', { rights: ['select'], merchant: { column: 'merchant_id' } });
  await admitOwnerFunctions(knex, 'oms_balances', { policy: 'ledger_trigger' });
  await protectTenantTable(knex, 'oms_ledger', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
  });
  await makeAppendOnly(knex, 'oms_ledger');
  await protectTenantTable(knex, 'oms_allocations', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table oms_allocations, oms_ledger, oms_balances;
    drop function apply_oms_ledger, apply_oms_allocations, hold_oms_stock, check_oms_allocated_balance;
  `);
}
