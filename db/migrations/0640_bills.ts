/**
 * Bills and vendor credits with their lines, and freight split over merchants to the cent. Approved documents are
 * frozen. What the operator owes is not visible to merchants.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';
import { checkedKey, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table bills (
      ${tenantKey},
      bill_no text,
      vendor_bill_no text,
      kind text not null default 'bill' check (kind in ('bill', 'vendor_credit')),
      bill_type text not null default 'general' check (bill_type in ('general', 'purchase', 'freight', 'drayage')),
      status text not null default 'draft' check (status in ('draft', 'open', 'partially_paid', 'paid', 'void')),
      vendor_id uuid,
      carrier_id uuid,
      tms_order_id uuid,
      load_id uuid,
      purchase_order_id uuid,
      original_bill_id uuid,
      currency char(3) not null,
      exchange_rate numeric(18,8) not null default 1 check (exchange_rate > 0),
      bill_date date not null,
      due_date date not null,
      -- The amount agreed beforehand: its difference from the total is reported.
      expected_total money_amount,
      notes text not null default '',
      subtotal money_amount not null default 0,
      tax_total money_amount not null default 0,
      total money_amount not null default 0,
      amount_paid money_amount not null default 0,
      amount_credited money_amount not null default 0,
      amount_due numeric(20,4) not null generated always as
        (case when status = 'void' then 0 else total - amount_paid - amount_credited end) stored,
      base_total money_amount not null default 0,
      base_settled money_amount not null default 0,
      approved_at timestamptz,
      approved_by text,
      paid_at timestamptz,
      voided_at timestamptz,
      voided_by text,
      void_date date,
      void_reason text,
      version integer not null default 1,
      created_by text not null default '',
      ${times},
      constraint bills_bill_no_once unique (organization_id, bill_no),
      constraint bills_vendor_id_fk foreign key (organization_id, vendor_id) references vendors (organization_id, id),
      constraint bills_carrier_id_fk foreign key (organization_id, carrier_id) references carriers (organization_id, id),
      constraint bills_original_bill_id_fk foreign key (organization_id, original_bill_id) references bills (organization_id, id),
      constraint bills_load_id_fk foreign key (organization_id, load_id) references loads (organization_id, id),
      constraint bills_currency_fk foreign key (currency) references currencies (code),
      constraint bills_one_party check (num_nonnulls(vendor_id, carrier_id) = 1),
      constraint bills_total_adds_up check (total = subtotal + tax_total),
      constraint bills_never_over_settled check (amount_paid >= 0 and amount_credited >= 0
        and (status = 'draft' or amount_paid + amount_credited <= total)),
      constraint bills_draft_has_no_number check ((status = 'draft') = (bill_no is null)),
      constraint bills_paid_owe_nothing check (status <> 'paid' or amount_paid + amount_credited = total),
      constraint bills_void_has_date check ((status = 'void') = (void_date is not null)),
      constraint bills_due_not_before_date check (due_date >= bill_date)
    );
    -- Catches a carrier's invoice sent twice. One of the two parties is null, hence nulls not distinct.
    create unique index bills_vendor_bill_no_once on bills (organization_id, vendor_id, carrier_id, kind, vendor_bill_no)
      nulls not distinct where vendor_bill_no is not null and status <> 'void';
    create index bills_by_date on bills (organization_id, bill_date, id);
    -- Of these, aging reads what is open, and what was voided after its day.
    create index bills_by_status on bills (organization_id, status, bill_date, id);
    create index bills_voided on bills (organization_id, void_date) where status = 'void';
    create index bills_of_vendor on bills (organization_id, vendor_id, bill_date) where vendor_id is not null;
    create index bills_of_carrier on bills (organization_id, carrier_id, bill_date) where carrier_id is not null;
    create index bills_of_load on bills (organization_id, load_id) where load_id is not null;
    create index bills_of_transport_order on bills (organization_id, tms_order_id) where tms_order_id is not null;

    create table bill_lines (
      ${checkedKey},
      bill_id uuid not null,
      line_no integer not null check (line_no > 0),
      account_id uuid not null,
      description text not null,
      quantity quantity not null default 1,
      unit_cost unit_price not null,
      amount money_amount not null,
      tax money_amount not null default 0,
      tax_code text not null default '',
      -- Percent; null if only the tax is known.
      tax_rate numeric(9,6) check (tax_rate between 0 and 100),
      merchant_id uuid,
      warehouse_id uuid,
      split_basis text check (split_basis in ('weight', 'volume', 'pallets', 'units', 'value', 'equal', 'manual')),
      rebill_item_id uuid,
      -- The purchase order line it bills.
      purchase_order_line_id uuid,
      constraint bill_lines_line_no_once unique (organization_id, bill_id, line_no),
      constraint bill_lines_bill_id_fk foreign key (organization_id, bill_id) references bills (organization_id, id) on delete cascade,
      constraint bill_lines_account_id_fk foreign key (organization_id, account_id) references accounts (organization_id, id),
      constraint bill_lines_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint bill_lines_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint bill_lines_rebill_item_id_fk foreign key (organization_id, rebill_item_id)
        references billing_items (organization_id, id)
    );

    create table bill_line_splits (
      ${checkedKey},
      bill_line_id uuid not null,
      split_no integer not null check (split_no > 0),
      merchant_id uuid not null,
      shipment_id uuid,
      basis_qty quantity not null check (basis_qty >= 0),
      -- The share of the whole, kept with the amount as evidence.
      share numeric(12,10) not null,
      amount money_amount not null,
      rebill_status text not null default 'not_rebillable' check (rebill_status in ('pending', 'charged', 'not_rebillable')),
      constraint bill_line_splits_line_fk foreign key (organization_id, bill_line_id)
        references bill_lines (organization_id, id) on delete cascade,
      constraint bill_line_splits_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint bill_line_splits_shipment_id_fk foreign key (organization_id, merchant_id, shipment_id)
        references wms_shipments (organization_id, merchant_id, id)
    );
    create unique index bill_line_split_once on bill_line_splits (organization_id, bill_line_id, merchant_id, shipment_id)
      nulls not distinct;
    create index bill_line_splits_to_rebill on bill_line_splits (organization_id, merchant_id) where rebill_status = 'pending';

    create function guard_bill() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.status <> 'draft' then
          raise exception 'bill % is approved and cannot be deleted', old.bill_no using errcode = 'WP001';
        end if;
        return old;
      end if;
      if old.status <> 'draft' and
         (old.bill_no, old.vendor_bill_no, old.kind, old.bill_type, old.vendor_id, old.carrier_id, old.currency,
          old.exchange_rate, old.bill_date, old.due_date, old.subtotal, old.tax_total, old.total, old.base_total, old.approved_at)
         is distinct from
         (new.bill_no, new.vendor_bill_no, new.kind, new.bill_type, new.vendor_id, new.carrier_id, new.currency,
          new.exchange_rate, new.bill_date, new.due_date, new.subtotal, new.tax_total, new.total, new.base_total, new.approved_at) then
        raise exception 'bill % is approved and frozen', old.bill_no using errcode = 'WP001';
      end if;
      if old.status = 'void' and new.status <> 'void' then
        raise exception 'bill % is void for good', old.bill_no using errcode = 'WP001';
      end if;
      return new;
    end $$;
    create trigger guard_bill before update or delete on bills for each row execute function guard_bill();

    -- Once for all bills that are approved together.
    create function check_bill_splits() returns trigger language plpgsql as $$
    declare
      wrong uuid;
    begin
      select n.id into wrong
        from changed n
        join was o on o.organization_id = n.organization_id and o.id = n.id and o.status = 'draft'
        join bill_lines l on l.organization_id = n.organization_id and l.bill_id = n.id
        join bill_line_splits s on s.organization_id = l.organization_id and s.bill_line_id = l.id
       where n.status <> 'draft'
       group by n.id, l.id, l.amount having sum(s.amount) <> l.amount limit 1;
      if found then
        raise exception 'splits of bill % do not add up to their line', wrong using errcode = '23514', constraint = 'bill_splits_add_up';
      end if;
      return null;
    end $$;
    create trigger check_bill_splits after update on bills
      referencing old table as was new table as changed for each statement execute function check_bill_splits();

    create function guard_bill_lines() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from changed c join bills b on b.organization_id = c.organization_id and b.id = c.bill_id
                  where b.status <> 'draft') then
        raise exception 'lines of an approved bill are frozen' using errcode = 'WP001';
      end if;
      return null;
    end $$;
    create trigger guard_added after insert on bill_lines referencing new table as changed
      for each statement execute function guard_bill_lines();
    create trigger guard_changed after update on bill_lines referencing old table as changed
      for each statement execute function guard_bill_lines();
    create trigger guard_removed after delete on bill_lines referencing old table as changed
      for each statement execute function guard_bill_lines();

    create function guard_bill_line_splits() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from changed c
                   join bill_lines l on l.organization_id = c.organization_id and l.id = c.bill_line_id
                   join bills b on b.organization_id = l.organization_id and b.id = l.bill_id
                  where b.status <> 'draft') then
        raise exception 'splits of an approved bill are frozen' using errcode = 'WP001';
      end if;
      return null;
    end $$;
    create trigger guard_added after insert on bill_line_splits referencing new table as changed
      for each statement execute function guard_bill_line_splits();
    create trigger guard_removed after delete on bill_line_splits referencing old table as changed
      for each statement execute function guard_bill_line_splits();
  `);
  await protectTenantTable(knex, 'bills', { merchant: 'none' });
  await protectTenantTable(knex, 'bill_lines', { merchant: 'none' });
  // After approval only a split's rebilling status may change.
  await protectTenantTable(knex, 'bill_line_splits', {
    rights: ['select', 'insert', 'delete'],
    merchant: 'none',
  });
  await knex.raw(`grant update (rebill_status) on bill_line_splits to ${roleNames.app}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table bill_line_splits, bill_lines, bills;
    drop function guard_bill_line_splits, guard_bill_lines, check_bill_splits, guard_bill;
  `);
}
