/**
 * Lots, license plates, serials, the ledger and its balances. The balance of a key is the sum of its ledger entries at
 * every commit, held by the database: a statement trigger on the ledger is the only writer of balances, and the
 * application role has no right to write them.
 */
import type { Knex } from 'knex';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table lots (
      organization_id uuid not null,
      item_id uuid not null,
      lot_no text not null,
      manufacture_date date,
      expiry_date date,
      first_received_at timestamptz not null default now(),
      primary key (organization_id, item_id, lot_no),
      constraint lots_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );

    create table lpns (
      organization_id uuid not null,
      id uuid not null,
      lpn text not null,
      type text not null default 'pallet' check (type in ('pallet', 'carton')),
      parent_lpn_id uuid,
      warehouse_id uuid not null,
      location_id uuid,
      state text not null default 'planned' check (state in ('planned', 'active', 'picked', 'loaded', 'shipped', 'consumed')),
      sscc text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint lpns_lpn_once unique (organization_id, lpn),
      constraint lpns_parent_lpn_id_fk foreign key (organization_id, parent_lpn_id) references lpns (organization_id, id),
      constraint lpns_location_id_fk foreign key (organization_id, warehouse_id, location_id)
        references locations (organization_id, warehouse_id, id),
      check (parent_lpn_id <> id)
    );
    create index lpns_of_parent on lpns (organization_id, parent_lpn_id) where parent_lpn_id is not null;

    create table serials (
      organization_id uuid not null,
      id uuid not null,
      item_id uuid not null,
      serial_no text not null,
      state text not null check (state in ('in_stock', 'shipped', 'removed')),
      receipt_id uuid,
      received_at timestamptz not null default now(),
      left_at timestamptz,
      primary key (organization_id, id),
      constraint serials_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );
    -- A serial is live at most once; its history stays, so a return brings it back as a new row.
    create unique index serials_live_once on serials (organization_id, item_id, serial_no) where state = 'in_stock';
    create index serials_of_receipt on serials (organization_id, receipt_id) where receipt_id is not null;

    -- A name-based UUID (version 3): the same key has the same id, whether it is stored or read as of a past moment.
    create function balance_row_id(item_id uuid, location_id uuid, status text, lot_no text) returns uuid
    language sql immutable parallel safe as $$
      select overlay(overlay(md5(item_id::text || location_id::text || status || '/' || lot_no)
        placing '3' from 13 for 1) placing '8' from 17 for 1)::uuid
    $$;

    create table inventory_balances (
      organization_id uuid not null,
      item_id uuid not null,
      location_id uuid not null,
      status text not null check (status in ('available', 'allocated', 'hold', 'damaged', 'in_transit')),
      -- '' is no lot.
      lot_no text not null,
      lpn_id uuid,
      warehouse_id uuid not null,
      merchant_id uuid not null,
      qty quantity not null,
      -- When stock last began to lie here under this key: the age FIFO goes by.
      received_at timestamptz not null,
      updated_at timestamptz not null,
      -- The public row groups over license plates; its id is computed, hence stable.
      row_id uuid not null generated always as (balance_row_id(item_id, location_id, status, lot_no)) stored,
      constraint balance_never_negative check (qty >= 0),
      constraint balances_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint balances_location_id_fk foreign key (organization_id, warehouse_id, location_id)
        references locations (organization_id, warehouse_id, id),
      constraint balances_lpn_id_fk foreign key (organization_id, lpn_id) references lpns (organization_id, id)
    );
    -- A balance changes often and in place: no index may mention qty, not even as a condition, and pages keep room.
    alter table inventory_balances set (fillfactor = 70);
    create unique index inventory_balances_key on inventory_balances
      (organization_id, item_id, location_id, status, lot_no, lpn_id) nulls not distinct;
    create index inventory_balances_row on inventory_balances (organization_id, row_id);
    create index inventory_balances_location on inventory_balances (organization_id, location_id);
    create index inventory_balances_lpn on inventory_balances (organization_id, lpn_id) where lpn_id is not null;

    create table inventory_ledger (
      organization_id uuid not null,
      id uuid not null,
      command_id uuid not null,
      line_no integer not null,
      item_id uuid not null,
      location_id uuid not null,
      status text not null,
      lot_no text not null,
      lpn_id uuid,
      warehouse_id uuid not null,
      merchant_id uuid not null,
      qty_delta quantity not null check (qty_delta <> 0),
      transaction_type text not null check (transaction_type in (
        'receive', 'putaway', 'move', 'allocate', 'deallocate', 'pick', 'unpick', 'pack', 'ship', 'return', 'adjust',
        'count', 'status_change', 'transfer_out', 'transfer_in', 'reverse')),
      ref_type text not null,
      ref_id uuid,
      -- The line of the document: a receipt line, an order line, a count line.
      ref_line_id uuid,
      reason_code text,
      note text,
      actor text not null,
      reverses_id uuid,
      -- When the balance changed; as_of reads by it.
      occurred_at timestamptz not null default clock_timestamp(),
      primary key (organization_id, id),
      -- Exactly once, a second wall behind the command's own: the same command can never post the same line again.
      constraint ledger_line_once unique (organization_id, command_id, line_no)
    );
    create index inventory_ledger_item on inventory_ledger (organization_id, item_id, location_id, occurred_at);
    create index inventory_ledger_ref on inventory_ledger (organization_id, ref_id);
    create index inventory_ledger_time on inventory_ledger (organization_id, occurred_at);

    -- Applies what one statement posted: existing keys are locked in key order and updated, new ones inserted.
    -- A negative upsert would trip the CHECK before the conflict is seen, so decrements are always UPDATE.
    create function apply_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      moved record;
    begin
      for moved in
        select organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id,
               sum(qty_delta) as delta, max(occurred_at) as at
          from posted
         group by organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id
        having sum(qty_delta) <> 0
         order by organization_id, item_id, location_id, status, lot_no, lpn_id
      loop
        update inventory_balances b
           set qty = b.qty + moved.delta,
               received_at = case when b.qty = 0 then moved.at else b.received_at end,
               updated_at = moved.at
         where b.organization_id = moved.organization_id and b.item_id = moved.item_id
           and b.location_id = moved.location_id and b.status = moved.status and b.lot_no = moved.lot_no
           and b.lpn_id is not distinct from moved.lpn_id;
        if not found then
          insert into inventory_balances as b
            (organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id, qty, received_at, updated_at)
          values (moved.organization_id, moved.item_id, moved.location_id, moved.status, moved.lot_no, moved.lpn_id,
                  moved.warehouse_id, moved.merchant_id, moved.delta, moved.at, moved.at)
          on conflict (organization_id, item_id, location_id, status, lot_no, lpn_id) do update
            set qty = b.qty + excluded.qty,
                received_at = case when b.qty = 0 then excluded.received_at else b.received_at end,
                updated_at = excluded.updated_at;
        end if;
      end loop;
      return null;
    end $$;
    create trigger apply_ledger after insert on inventory_ledger
      referencing new table as posted for each statement execute function apply_ledger();

    -- Locks held by open count tasks: nothing is received to, moved from or picked at such a location.
    create table location_locks (
      organization_id uuid not null,
      location_id uuid not null,
      count_task_id uuid not null,
      primary key (organization_id, location_id),
      constraint location_locks_location_id_fk foreign key (organization_id, location_id) references locations (organization_id, id)
    );
  `);
  await protectTenantTable(knex, 'lots', { rights: ['select', 'insert', 'update'] });
  await protectTenantTable(knex, 'lpns', { rights: ['select', 'insert', 'update'] });
  await protectTenantTable(knex, 'serials', { rights: ['select', 'insert', 'update'] });
  await protectTenantTable(knex, 'inventory_balances', { rights: ['select'], merchantColumn: 'merchant_id' });
  await protectTenantTable(knex, 'inventory_ledger', {
    rights: ['select', 'insert'],
    merchantColumn: 'merchant_id',
  });
  await protectTenantTable(knex, 'location_locks', { rights: ['select', 'insert', 'delete'] });
  await makeAppendOnly(knex, 'inventory_ledger');
  await knex.raw(`
    -- The trigger runs as the owner, whom forced row security binds too unless it is a superuser.
    create policy ledger_trigger on inventory_balances to current_user
      using (organization_id = (select nullif(current_setting('app.organization_id', true), '')::uuid));
    revoke execute on function apply_ledger() from public;
    -- FOR UPDATE needs the right to update; this column carries no stock.
    grant update (updated_at) on inventory_balances to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table location_locks, inventory_ledger, inventory_balances, serials, lpns, lots;
    drop function apply_ledger, balance_row_id;
  `);
}
