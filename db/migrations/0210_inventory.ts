/**
 * License plates, serials, the ledger and its balances. At every commit the balance of a key equals the sum of
 * its ledger entries. The database enforces this: a statement trigger on the ledger is the only writer of balances, and
 * the application role has no privilege to write them.
 *
 * Serials leave with a shipment by name or, when nobody named them, the oldest are presumed to have left, so that the
 * serial registry always counts what the ledger counts.
 *
 * A merchant's token sees its own license plates and serials, and new plates. An emptied one stays with whose
 * goods it had; one with another's goods too is the operator's alone: moving it moves what the token may not see.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import {
  admitOwnerFunctions,
  checkedKey,
  makeAppendOnly,
  merchantId,
  ofVisibleItem,
  protectTenantTable,
  times,
} from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table lpns (
      ${checkedKey},
      lpn text not null,
      type text not null default 'pallet' check (type in ('pallet', 'carton')),
      parent_lpn_id uuid,
      warehouse_id uuid not null,
      location_id uuid,
      state text not null default 'planned' check (state in ('planned', 'active', 'picked', 'loaded', 'shipped', 'consumed')),
      sscc text,
      -- The merchant whose token made it; null: the operator.
      merchant_id uuid,
      ${times},
      constraint lpns_lpn_once unique (organization_id, lpn),
      constraint lpns_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint lpns_parent_lpn_id_fk foreign key (organization_id, parent_lpn_id) references lpns (organization_id, id),
      constraint lpns_location_id_fk foreign key (organization_id, warehouse_id, location_id)
        references locations (organization_id, warehouse_id, id),
      constraint lpns_not_own_parent check (parent_lpn_id <> id)
    );
    create index lpns_of_parent on lpns (organization_id, parent_lpn_id) where parent_lpn_id is not null;
    -- The list of license plates by each of its filters, in its order. A plate takes a step a few times in its life.
    create index lpns_at on lpns (organization_id, location_id, lpn) where location_id is not null;
    create index lpns_by_state on lpns (organization_id, state, lpn);
    create index lpns_of_warehouse on lpns (organization_id, warehouse_id, lpn);
    create index lpns_cartons on lpns (organization_id, lpn) where type = 'carton';

    create table serials (
      ${checkedKey},
      item_id uuid not null,
      serial_no text not null,
      state text not null check (state in ('in_stock', 'in_transit', 'shipped', 'removed')),
      -- Presumed to have left: when a return shows that another one left instead, this one is in stock again.
      is_presumed boolean not null default false,
      receipt_id uuid,
      shipment_id uuid,
      -- The transfer it is in transit with, or came in with last.
      transfer_id uuid,
      received_at timestamptz not null default now(),
      left_at timestamptz,
      constraint serials_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id)
    );
    -- A serial is live at most once; its history stays, so a return brings it back as a new row.
    create unique index serials_live_once on serials (organization_id, item_id, serial_no)
      where state in ('in_stock', 'in_transit');
    create index serials_of_receipt on serials (organization_id, receipt_id) where receipt_id is not null;
    create index serials_presumed on serials (organization_id, item_id, left_at) where is_presumed;
    create index serials_in_transit on serials (organization_id, transfer_id) where state = 'in_transit';
    create index serials_by_number on serials (organization_id, serial_no);
    create index serials_of_item on serials (organization_id, item_id, received_at) where state = 'in_stock';

    -- A name-based UUID (version 3): the same key always has the same id, whether stored or read as of a past moment.
    create function balance_row_id(item_id uuid, location_id uuid, status text, lot_no text) returns uuid
    language sql immutable parallel safe as $$
      select overlay(overlay(md5(item_id::text || location_id::text || status || '/' || lot_no)
        placing '3' from 13 for 1) placing '8' from 17 for 1)::uuid
    $$;

    -- A balance changes often and in place: no index may contain qty, even as a condition, and pages keep room.
    create table inventory_balances (
      organization_id uuid not null,
      item_id uuid not null,
      location_id uuid not null,
      status text not null check (status in ('available', 'allocated', 'hold', 'damaged', 'in_transit')),
      -- '' means no lot.
      lot_no text not null,
      lpn_id uuid,
      warehouse_id uuid not null,
      merchant_id uuid not null,
      qty quantity not null,
      -- For status allocated: how much the open and picked allocations hold. Written only by their trigger.
      held_qty quantity not null default 0 constraint held_never_negative check (held_qty >= 0),
      -- When the oldest of what is here was received, wherever: the age FIFO goes by, kept by goods that are moved.
      received_at timestamptz not null,
      updated_at timestamptz not null,
      -- The API's row groups over license plates; its id is computed and therefore stable.
      -- Written by apply_ledger, not generated: a generated column cannot be told as part of a whole row, and this table's
      -- rows have no other name (db/cells/replication.write.ts).
      row_id uuid not null,
      constraint balance_never_negative check (qty >= 0),
      constraint balances_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id),
      constraint balances_location_id_fk foreign key (organization_id, warehouse_id, location_id)
        references locations (organization_id, warehouse_id, id),
      constraint balances_lpn_id_fk foreign key (organization_id, lpn_id) references lpns (organization_id, id)
    ) with (fillfactor = 70);
    alter table inventory_balances replica identity full;
    create unique index inventory_balances_key on inventory_balances
      (organization_id, item_id, location_id, status, lot_no, lpn_id) nulls not distinct;
    create index inventory_balances_row on inventory_balances (organization_id, row_id);
    create index inventory_balances_location on inventory_balances (organization_id, location_id);
    create index inventory_balances_lpn on inventory_balances (organization_id, lpn_id) where lpn_id is not null;
    -- The order in which FIFO takes available stock: a hot item is allocated from its first rows, not from all.
    create index inventory_balances_available on inventory_balances (organization_id, item_id, warehouse_id, received_at)
      where status = 'available';

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
      hold_kind text check (hold_kind in ('quality', 'quarantine', 'recall', 'customs', 'owner')),
      -- When the balance changed; as_of reads by it.
      occurred_at timestamptz not null default clock_timestamp(),
      primary key (organization_id, id),
      -- Exactly once, as a second wall behind the command's own: the same command can never post the same line again.
      constraint ledger_line_once unique (organization_id, command_id, line_no)
    );
    create index inventory_ledger_item on inventory_ledger (organization_id, item_id, occurred_at, id);
    create index inventory_ledger_ref on inventory_ledger (organization_id, ref_id);
    -- Stock on hold or damaged is rare, and is queried by status.
    create index inventory_ledger_set_aside on inventory_ledger (organization_id, status, occurred_at, id)
      where status in ('hold', 'damaged', 'in_transit');
    create index inventory_ledger_time on inventory_ledger (organization_id, occurred_at, id);
    -- A place, and a warehouse or a merchant among many, may have few entries, all of them old; a past moment of one place
    -- reads by it.
    create index inventory_ledger_location on inventory_ledger (organization_id, location_id, occurred_at, id);
    create index inventory_ledger_warehouse on inventory_ledger (organization_id, warehouse_id, occurred_at, id);
    create index inventory_ledger_merchant on inventory_ledger (organization_id, merchant_id, occurred_at, id);
    -- Most entries have none of these.
    create index inventory_ledger_lpn on inventory_ledger (organization_id, lpn_id, occurred_at, id) where lpn_id is not null;
    create index inventory_ledger_lot on inventory_ledger (organization_id, lot_no, occurred_at, id) where lot_no <> '';
    create index inventory_ledger_type on inventory_ledger (organization_id, transaction_type, occurred_at, id)
      where transaction_type not in ('receive', 'ship');
    create index inventory_ledger_reason on inventory_ledger (organization_id, reason_code, occurred_at, id)
      where reason_code is not null;
    create index inventory_ledger_hold on inventory_ledger (organization_id, item_id, lot_no) where hold_kind is not null;

    -- Applies what one statement posted, in three statements however many keys it names. A negative upsert would violate
    -- the CHECK before the conflict is seen, so decrements are always UPDATEs; pure additions are a single upsert, whose
    -- rows are locked in key order as well.
    --
    -- Lock order: missing keys are created empty, in key order, before any present row is locked; then all rows are
    -- locked in key order; then they are updated. Whoever waits for a new key therefore holds no row that others could
    -- be waiting for, and whoever waits for a row waits in key order, so two postings cannot deadlock.
    --
    -- The settings leave one plan, a lookup in the key's index for each key: a session keeps its plan, and may have made
    -- it while the table was small.
    create function apply_ledger() returns trigger language plpgsql security definer set search_path = public, pg_temp
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      if (select min(qty_delta) > 0 from posted) then
        insert into inventory_balances as b
          (organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id, qty, received_at, updated_at,
           row_id)
        select organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id,
               sum(qty_delta), max(occurred_at), max(occurred_at), balance_row_id(item_id, location_id, status, lot_no)
          from posted
         group by organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id
         order by organization_id, item_id, location_id, status, lot_no, lpn_id
        on conflict (organization_id, item_id, location_id, status, lot_no, lpn_id) do update
          set qty = b.qty + excluded.qty,
              received_at = case when b.qty = 0 then excluded.received_at else b.received_at end,
              updated_at = excluded.updated_at;
        return null;
      end if;
      insert into inventory_balances
        (organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id, qty, received_at, updated_at,
         row_id)
      select organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id, 0,
             max(occurred_at), max(occurred_at), balance_row_id(item_id, location_id, status, lot_no)
        from posted p
       where not exists (
         select from inventory_balances b
          where b.organization_id = p.organization_id and b.item_id = p.item_id and b.location_id = p.location_id
            and b.status = p.status and b.lot_no = p.lot_no and b.lpn_id is not distinct from p.lpn_id)
       group by organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id
      having sum(qty_delta) <> 0
       order by organization_id, item_id, location_id, status, lot_no, lpn_id
      on conflict (organization_id, item_id, location_id, status, lot_no, lpn_id) do nothing;
      perform
         from posted p
         join inventory_balances b
           on b.organization_id = p.organization_id and b.item_id = p.item_id and b.location_id = p.location_id
          and b.status = p.status and b.lot_no = p.lot_no and b.lpn_id is not distinct from p.lpn_id
        order by b.organization_id, b.item_id, b.location_id, b.status, b.lot_no, b.lpn_id
          for update of b;
      update inventory_balances b
         set qty = b.qty + moved.delta,
             received_at = case when moved.delta < 0 then b.received_at
                                when b.qty = 0 then coalesce(moved.since, moved.at)
                                else least(b.received_at, moved.since) end,
             updated_at = moved.at
        from (select organization_id, item_id, location_id, status, lot_no, lpn_id,
                     sum(qty_delta) as delta, max(occurred_at) as at, min(coalesce(since_here, since_there)) as since
                from (select p.*, min(s.received_at) over (partition by p.command_id, p.item_id, p.lot_no, p.location_id) as since_here,
                             min(s.received_at) over (partition by p.command_id, p.item_id, p.lot_no) as since_there
                        from posted p left join inventory_balances s
                          on p.qty_delta < 0 and s.organization_id = p.organization_id and s.item_id = p.item_id
                         and s.location_id = p.location_id and s.status = p.status and s.lot_no = p.lot_no
                         and s.lpn_id is not distinct from p.lpn_id) posted
               group by organization_id, item_id, location_id, status, lot_no, lpn_id
              having sum(qty_delta) <> 0) moved
       where b.organization_id = moved.organization_id and b.item_id = moved.item_id
         and b.location_id = moved.location_id and b.status = moved.status and b.lot_no = moved.lot_no
         and b.lpn_id is not distinct from moved.lpn_id;
      return null;
    end $$;
    create trigger apply_ledger after insert on inventory_ledger
      referencing new table as posted for each statement execute function apply_ledger();
    revoke execute on function apply_ledger() from public;

    -- Bypasses the row policies, which would hide the very goods it looks for.
    create function carries_goods_of_others(p_organization uuid, p_plate uuid, p_merchant uuid) returns boolean
    language sql stable security definer set search_path = public, pg_temp as $$
      with family as (
        select c.id, c.id = p_plate or c.parent_lpn_id = p_plate as is_on_it
          from lpns p
          join lpns c on c.organization_id = p.organization_id
           and (c.id in (p.id, p.parent_lpn_id) or c.parent_lpn_id in (p.id, p.parent_lpn_id))
         where p.organization_id = p_organization and p.id = p_plate
      ), goods as (
        select f.is_on_it, b.merchant_id = p_merchant as is_own, b.qty > 0 as is_there
          from family f
          join inventory_balances b on b.organization_id = p_organization and b.lpn_id = f.id
      )
      -- What stands on it decides, then what stood on it last; an empty carton goes with the pallet it stands on, and
      -- what nothing ever stood on is its maker's.
      select coalesce(bool_or(not is_own) filter (where is_on_it and is_there),
                      bool_or(not is_own) filter (where is_on_it),
                      bool_or(not is_own) filter (where is_there),
                      bool_or(not is_own),
                      (select merchant_id <> p_merchant from lpns where organization_id = p_organization and id = p_plate),
                      false) from goods
    $$;
    revoke execute on function carries_goods_of_others(uuid, uuid, uuid) from public;
    grant execute on function carries_goods_of_others(uuid, uuid, uuid) to ${roleNames.app};
  `);
  const edited = { rights: ['select', 'insert', 'update'] as const };
  await protectTenantTable(knex, 'serials', { ...edited, merchant: { where: ofVisibleItem('serials') } });
  await protectTenantTable(knex, 'lpns', {
    ...edited,
    merchant: { where: `not carries_goods_of_others(organization_id, id, ${merchantId})` },
  });
  await admitOwnerFunctions(knex, 'lpns', { policy: 'plate_reader', command: 'select' });
  await protectTenantTable(knex, 'inventory_balances', {
    rights: ['select'],
    merchant: { column: 'merchant_id' },
  });
  // FOR UPDATE needs the UPDATE privilege; this column holds no quantity.
  await knex.raw(`grant update (updated_at) on inventory_balances to ${roleNames.app}`);
  await admitOwnerFunctions(knex, 'inventory_balances', { policy: 'ledger_trigger' });
  await protectTenantTable(knex, 'inventory_ledger', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
  });
  await makeAppendOnly(knex, 'inventory_ledger');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop policy merchant on lpns;
    drop function carries_goods_of_others;
    drop table inventory_ledger, inventory_balances, serials, lpns;
    drop function apply_ledger, balance_row_id;
  `);
}
