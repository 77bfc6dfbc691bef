/**
 * Vendors, inbound receipts with their lines, and warehouse tasks.
 *
 * - vendor_directory: a vendor's identity across tenants: name and numbers as one tenant entered them, shown to nobody
 *   and never changed. Tenants share only the id; that two of them mean the same vendor is suggested, and each accepts
 *   it for itself.
 * - vendors: what one owner knows about a vendor, in its own words. It belongs to a merchant or to the operator
 *   (merchant_id null); two merchants may know the same vendor, so it has an id of its own.
 * - inbound_receipts: the database freezes a closed receipt: closing it marks its lines in the same statement, and
 *   triggers refuse any later change, whoever makes it.
 * - tasks: receiving work; counts, picks and put-backs have tables of their own, and db/tasks/tasks.read.ts combines
 *   them. `ref_type` and `ref_id` name the document the work is on. Kinds whose document tracks progress (a receipt)
 *   leave the progress columns null.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { checkedKey, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table vendor_directory (
      id uuid primary key,
      name text not null,
      identifiers jsonb not null default '{}',
      created_at timestamptz not null default now()
    );
    create index vendor_directory_by_name on vendor_directory (lower(name));
    create index vendor_directory_by_gln on vendor_directory ((identifiers ->> 'gln')) where identifiers ->> 'gln' is not null;
    create index vendor_directory_by_duns on vendor_directory ((identifiers ->> 'duns')) where identifiers ->> 'duns' is not null;
    grant select, insert on vendor_directory to ${roleNames.app};

    create table vendors (
      ${tenantKey},
      merchant_id uuid,
      directory_id uuid not null,
      name text not null,
      identifiers jsonb not null default '{}',
      code text not null,
      contact jsonb not null default '{}',
      payment_terms_days integer check (payment_terms_days between 0 and 365),
      over_receipt_tolerance_percent numeric(6,3) check (over_receipt_tolerance_percent between 0 and 100),
      is_active boolean not null default true,
      ${times},
      constraint vendors_once unique nulls not distinct (organization_id, merchant_id, directory_id),
      constraint vendors_code_once unique nulls not distinct (organization_id, merchant_id, code),
      constraint vendors_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint vendors_directory_id_fk foreign key (directory_id) references vendor_directory (id)
    );
    create unique index vendors_name_once on vendors (organization_id, merchant_id, lower(name)) nulls not distinct;
    create index vendors_by_code on vendors (organization_id, code);

    create table inbound_receipts (
      ${checkedKey},
      receipt_no text not null,
      warehouse_id uuid not null,
      merchant_id uuid not null,
      source_type text not null check (source_type in ('purchase', 'manual', 'portal', 'drayage', 'return')),
      source_id uuid,
      -- What sent the goods here, when they are not from outside: a transfer, or a customer's return.
      transfer_id uuid,
      return_id uuid,
      -- checked_in exists only for legacy data.
      status text not null check (status in ('imported', 'new', 'checked_in', 'receiving', 'received', 'closed')),
      title text not null,
      container_no text,
      seal_no text,
      vendor_id uuid,
      expected_date date,
      -- Progress, updated by every count under this row's lock. In base units; covered is capped per line at the
      -- expected quantity, so that one line received over never hides another that is short.
      lines_total integer not null default 0,
      lines_done integer not null default 0,
      expected_qty quantity not null default 0,
      covered_qty quantity not null default 0,
      counted_qty quantity not null default 0,
      -- The open receiving task, copied here by a trigger on tasks: a scan reads it under the lock it takes anyway.
      open_task_id uuid,
      open_task_status text,
      open_task_assignee_id uuid,
      -- The discrepancy report as of closing.
      discrepancies jsonb,
      ${times},
      received_at timestamptz,
      -- Since when nothing of it waits at a dock or in staging; null for one put away without planned moves.
      put_away_at timestamptz,
      closed_at timestamptz,
      constraint inbound_receipts_receipt_no_once unique (organization_id, receipt_no),
      constraint inbound_receipts_of_merchant unique (organization_id, merchant_id, id),
      constraint inbound_receipts_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint inbound_receipts_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint inbound_receipts_vendor_id_fk foreign key (organization_id, vendor_id)
        references vendors (organization_id, id),
      constraint receipts_of_one_document check (
        num_nonnulls(transfer_id, return_id) <= 1 and (return_id is null or source_type = 'return')
        and (transfer_id is null or source_type = 'manual')),
      constraint purchase_names_its_source check (source_type <> 'purchase' or source_id is not null)
    ) with (fillfactor = 80);
    create index inbound_receipts_newest on inbound_receipts (organization_id, created_at desc, id desc);
    create index inbound_receipts_of_warehouse on inbound_receipts (organization_id, warehouse_id, created_at desc, id desc);
    create index inbound_receipts_by_status on inbound_receipts (organization_id, status, created_at desc);
    -- A merchant's token sees the operator's vendors and channels that its own documents name.
    create index inbound_receipts_of_vendor on inbound_receipts (organization_id, vendor_id) where vendor_id is not null;
    create index inbound_receipts_of_source on inbound_receipts (organization_id, source_id) where source_id is not null;
    create unique index inbound_receipts_of_transfer on inbound_receipts (organization_id, transfer_id)
      where transfer_id is not null;
    create unique index inbound_receipts_of_return on inbound_receipts (organization_id, return_id)
      where return_id is not null;
    create index inbound_receipts_by_receiving on inbound_receipts (organization_id, merchant_id, received_at)
      where received_at is not null;

    create table inbound_receipt_lines (
      organization_id uuid not null,
      id uuid not null,
      receipt_id uuid not null,
      merchant_id uuid not null,
      line_no integer not null,
      item_id uuid not null,
      -- Null: a blind line, counted without an expected quantity.
      expected_qty quantity check (expected_qty > 0),
      -- The line's quantities are in its unit; multiplied by the factor they enter the ledger in the item's base unit.
      uom text not null,
      uom_factor quantity not null check (uom_factor > 0),
      lot_no text,
      is_unplanned boolean not null default false,
      -- Good units arrive to be sold: the rule of their return has nobody inspect them.
      is_passed boolean not null default false,
      received_qty quantity not null default 0 check (received_qty >= 0),
      damaged_qty quantity not null default 0 check (damaged_qty >= 0),
      rejected_qty quantity not null default 0 check (rejected_qty >= 0),
      is_frozen boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint receipt_lines_line_no_once unique (organization_id, receipt_id, line_no),
      constraint receipt_lines_receipt_id_fk foreign key (organization_id, merchant_id, receipt_id)
        references inbound_receipts (organization_id, merchant_id, id),
      constraint receipt_lines_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    ) with (fillfactor = 80);

    create function refuse_frozen() returns trigger language plpgsql as $$
    begin
      raise exception 'a closed receipt is frozen: % of % refused', tg_op, tg_table_name using errcode = 'WP002';
    end $$;
    create trigger frozen_after_close before update or delete on inbound_receipts
      for each row when (old.status = 'closed') execute function refuse_frozen();
    create trigger frozen_after_close before update or delete on inbound_receipt_lines
      for each row when (old.is_frozen) execute function refuse_frozen();

    create function refuse_lines_of_closed_receipt() returns trigger language plpgsql as $$
    declare
      is_closed boolean;
    begin
      -- FOR SHARE waits for a close that is under way, so no line slips in beside it.
      select bool_or(r.status = 'closed') into is_closed
        from (select status from inbound_receipts
               where (organization_id, id) in (select organization_id, receipt_id from added)
               order by id for share) r;
      if is_closed then
        raise exception 'a closed receipt is frozen: a new line refused' using errcode = 'WP002';
      end if;
      return null;
    end $$;
    create trigger none_after_close after insert on inbound_receipt_lines
      referencing new table as added for each statement execute function refuse_lines_of_closed_receipt();

    create function freeze_lines() returns trigger language plpgsql as $$
    begin
      update inbound_receipt_lines set is_frozen = true
       where organization_id = new.organization_id and receipt_id = new.id;
      return null;
    end $$;
    create trigger freeze_lines after update of status on inbound_receipts
      for each row when (new.status = 'closed') execute function freeze_lines();

    create table tasks (
      organization_id uuid not null,
      id uuid not null,
      task_type text not null check (task_type ~ '^[a-z][a-z_]{0,39}$'),
      status text not null check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
      warehouse_id uuid not null,
      merchant_id uuid,
      ref_type text not null,
      ref_id uuid not null,
      -- A member, or the access token of a device that belongs to no member.
      assignee_id uuid,
      -- Lower is sooner.
      priority integer not null default 100,
      receiving_method text check (receiving_method in ('palletized', 'direct', 'decide')),
      lines_total integer check (lines_total >= 0),
      lines_done integer check (lines_done >= 0),
      expected_qty quantity check (expected_qty >= 0),
      counted_qty quantity check (counted_qty >= 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      primary key (organization_id, id),
      constraint tasks_warehouse_id_fk foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
      constraint tasks_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint receive_task_has_method check (task_type <> 'receive' or receiving_method is not null)
    );
    -- One open receiving task per receipt: the loser of a race finds the winner's.
    create unique index tasks_receive_open_once on tasks (organization_id, ref_id)
      where task_type = 'receive' and status in ('pending', 'in_progress');
    create index tasks_work_list on tasks (organization_id, status, task_type, priority, created_at);
    create index tasks_of_ref on tasks (organization_id, ref_id);

    create function show_task_on_receipt() returns trigger language plpgsql as $$
    begin
      if new.status in ('pending', 'in_progress') then
        update inbound_receipts
           set open_task_id = new.id, open_task_status = new.status, open_task_assignee_id = new.assignee_id
         where organization_id = new.organization_id and id = new.ref_id;
      else
        update inbound_receipts set open_task_id = null, open_task_status = null, open_task_assignee_id = null
         where organization_id = new.organization_id and id = new.ref_id and open_task_id = new.id;
      end if;
      return null;
    end $$;
    create trigger show_task_on_receipt after insert or update of status, assignee_id on tasks
      for each row when (new.task_type = 'receive') execute function show_task_on_receipt();
  `);
  const edited = { rights: ['select', 'insert', 'update'] as const };
  await protectTenantTable(knex, 'vendors', {
    ...edited,
    merchant: { partnerNamedIn: { table: 'inbound_receipts', column: 'vendor_id' } },
  });
  for (const table of ['inbound_receipts', 'inbound_receipt_lines', 'tasks'])
    await protectTenantTable(knex, table, { ...edited, merchant: { column: 'merchant_id' } });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop policy merchant on vendors;
    drop table tasks, inbound_receipt_lines, inbound_receipts, vendors, vendor_directory;
    drop function show_task_on_receipt, freeze_lines, refuse_lines_of_closed_receipt, refuse_frozen;
  `);
}
