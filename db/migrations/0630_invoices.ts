/**
 * Invoices and credit notes with their lines, and which charge is on which line. The database freezes issued documents:
 * corrections are credit notes.
 */
import type { Knex } from 'knex';
import { checkedKey, protectTenantTable, tenantKey, times } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invoices (
      ${tenantKey},
      invoice_no text,
      kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
      status text not null default 'draft' check (status in ('draft', 'open', 'partially_paid', 'paid', 'void')),
      merchant_id uuid,
      customer_id uuid,
      -- Name and address as of the creation of the invoice.
      bill_to jsonb not null default '{}',
      -- The buyer's, as of the creation of the invoice too.
      buyer_vat_id text,
      -- Untaxed: the buyer pays the tax.
      reverse_charge boolean not null default false,
      -- The sender, how to pay, the page and the rounding as of the issue: with these the paper is drawn.
      letterhead jsonb,
      source text not null check (source in ('manual', 'billing_run', 'sales_order', 'return')),
      run_id uuid,
      sales_order_id uuid,
      -- The return that a credit note pays back.
      return_id uuid,
      original_invoice_id uuid,
      currency char(3) not null,
      -- Base currency per unit of the document's currency.
      exchange_rate numeric(18,8) not null default 1 check (exchange_rate > 0),
      invoice_date date not null,
      due_date date not null,
      period_start date,
      period_end date,
      supplement_no integer not null default 0,
      po_number text,
      notes text not null default '',
      subtotal money_amount not null default 0,
      discount_total money_amount not null default 0,
      tax_total money_amount not null default 0,
      -- The tax of a sales order is taken as given; null computes it from the lines.
      tax_given money_amount,
      total money_amount not null default 0,
      amount_paid money_amount not null default 0,
      amount_credited money_amount not null default 0,
      amount_due numeric(20,4) not null generated always as
        (case when status = 'void' then 0 else total - amount_paid - amount_credited end) stored,
      -- The amount on the receivable account for this document, in base currency.
      base_total money_amount not null default 0,
      base_settled money_amount not null default 0,
      disputed boolean not null default false,
      dispute_reason text,
      issued_at timestamptz,
      issued_by text,
      paid_at timestamptz,
      voided_at timestamptz,
      voided_by text,
      void_date date,
      void_reason text,
      version integer not null default 1,
      created_by text not null default '',
      ${times},
      constraint invoices_invoice_no_once unique (organization_id, invoice_no),
      constraint invoices_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id),
      constraint invoices_customer_id_fk foreign key (organization_id, customer_id) references customers (organization_id, id),
      constraint invoices_run_id_fk foreign key (organization_id, run_id) references billing_runs (organization_id, id),
      constraint invoices_sales_order_id_fk foreign key (organization_id, sales_order_id)
        references sales_orders (organization_id, id),
      constraint invoices_original_invoice_id_fk foreign key (organization_id, original_invoice_id)
        references invoices (organization_id, id),
      constraint invoices_currency_fk foreign key (currency) references currencies (code),
      constraint invoices_return_credits check ((source = 'return') = (return_id is not null)
        and (source <> 'return' or (kind = 'credit_note' and original_invoice_id is not null))),
      constraint invoices_one_party check (num_nonnulls(merchant_id, customer_id) = 1),
      constraint invoices_total_adds_up check (total = subtotal - discount_total + tax_total),
      constraint invoices_never_over_settled check (amount_paid >= 0 and amount_credited >= 0
        and (status = 'draft' or amount_paid + amount_credited <= total)),
      constraint invoices_draft_has_no_number check ((status = 'draft') = (invoice_no is null)),
      constraint invoices_issued_with_letterhead check ((status = 'draft') = (letterhead is null)),
      constraint invoices_paid_owe_nothing check (status <> 'paid' or amount_paid + amount_credited = total),
      constraint invoices_void_has_date check ((status = 'void') = (void_date is not null)),
      constraint invoices_due_not_before_date check (due_date >= invoice_date),
      constraint invoices_reverse_charge_untaxed check (not reverse_charge or (tax_given is not null and tax_given = 0)),
      constraint invoices_reverse_charge_vat_id check (not reverse_charge or buyer_vat_id is not null),
      constraint invoices_period_in_order check (period_end >= period_start)
    );
    -- One live run invoice per merchant, currency and period, however often the run is repeated.
    create unique index one_live_run_invoice on invoices
      (organization_id, merchant_id, currency, period_start, period_end, supplement_no)
      where source = 'billing_run' and kind = 'invoice' and status <> 'void';
    create unique index one_live_order_invoice on invoices (organization_id, sales_order_id)
      where source = 'sales_order' and kind = 'invoice' and status <> 'void';
    create index invoices_by_date on invoices (organization_id, invoice_date, id);
    -- Of these, aging reads what is open, and what was voided after its day.
    create index invoices_by_status on invoices (organization_id, status, invoice_date, id);
    create index invoices_voided on invoices (organization_id, void_date) where status = 'void';
    create index invoices_of_merchant on invoices (organization_id, merchant_id, invoice_date) where merchant_id is not null;
    create index invoices_of_customer on invoices (organization_id, customer_id, invoice_date) where customer_id is not null;
    -- The list by its other filters.
    create index invoices_by_source on invoices (organization_id, source, invoice_date, id);
    create index invoices_credits on invoices (organization_id, invoice_date, id) where kind = 'credit_note';
    create index invoices_disputed on invoices (organization_id, invoice_date, id) where disputed;
    create index invoices_of_order on invoices (organization_id, sales_order_id) where sales_order_id is not null;
    create index invoices_of_return on invoices (organization_id, return_id) where return_id is not null;
    create index invoices_of_run on invoices (organization_id, run_id) where run_id is not null;
    create index invoices_of_original on invoices (organization_id, original_invoice_id) where original_invoice_id is not null;

    create table invoice_lines (
      ${checkedKey},
      invoice_id uuid not null,
      line_no integer not null check (line_no > 0),
      billing_item_id uuid,
      account_id uuid not null,
      description text not null,
      quantity quantity not null,
      uom text not null default '',
      unit_price unit_price not null,
      -- Rounded once, to the currency's decimals.
      amount money_amount not null,
      discount money_amount not null default 0,
      tax_code text not null default '',
      -- Percent.
      tax_rate numeric(9,6) not null default 0 check (tax_rate between 0 and 100),
      warehouse_id uuid,
      service_from date,
      service_to date,
      charge_count integer not null default 0,
      source text not null default 'manual' check (source in ('manual', 'charges', 'sales_order', 'return')),
      -- The order line that is invoiced, or of which units are credited.
      order_line_id uuid,
      -- The line of a return whose units are credited, and how much of their price.
      return_line_id uuid,
      credit_percent numeric(5,2) check (credit_percent > 0 and credit_percent <= 100),
      -- What was found of them; none for units that nobody inspects.
      inspection_id uuid,
      constraint invoice_lines_credit_names_units check (num_nonnulls(return_line_id, credit_percent) in (0, 2)
        and (return_line_id is null or (order_line_id is not null and source = 'return'))),
      constraint invoice_lines_line_no_once unique (organization_id, invoice_id, line_no),
      constraint invoice_lines_invoice_id_fk foreign key (organization_id, invoice_id)
        references invoices (organization_id, id) on delete cascade,
      constraint invoice_lines_billing_item_id_fk foreign key (organization_id, billing_item_id)
        references billing_items (organization_id, id),
      constraint invoice_lines_account_id_fk foreign key (organization_id, account_id) references accounts (organization_id, id),
      constraint invoice_lines_warehouse_id_fk foreign key (organization_id, warehouse_id)
        references warehouses (organization_id, id),
      constraint invoice_lines_order_line_id_fk foreign key (organization_id, order_line_id)
        references sales_order_lines (organization_id, id)
    );
    create index invoice_lines_of_order_line on invoice_lines (organization_id, order_line_id) where order_line_id is not null;
    create unique index invoice_lines_return_line_once on invoice_lines
      (organization_id, return_line_id, invoice_id, inspection_id) nulls not distinct where return_line_id is not null;

    -- Issued means frozen: only settlement, dispute and void may still change.
    create function guard_invoice() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.status <> 'draft' then
          raise exception 'invoice % is issued and cannot be deleted', old.invoice_no using errcode = 'WP001';
        end if;
        return old;
      end if;
      if old.status <> 'draft' and
         (old.invoice_no, old.kind, old.merchant_id, old.customer_id, old.bill_to, old.buyer_vat_id, old.reverse_charge, old.letterhead, old.source, old.run_id,
          old.sales_order_id, old.return_id, old.original_invoice_id, old.currency, old.exchange_rate, old.invoice_date, old.due_date, old.period_start,
          old.period_end, old.po_number, old.notes, old.subtotal, old.discount_total, old.tax_total, old.total, old.base_total, old.issued_at)
         is distinct from
         (new.invoice_no, new.kind, new.merchant_id, new.customer_id, new.bill_to, new.buyer_vat_id, new.reverse_charge, new.letterhead, new.source, new.run_id,
          new.sales_order_id, new.return_id, new.original_invoice_id, new.currency, new.exchange_rate, new.invoice_date, new.due_date, new.period_start,
          new.period_end, new.po_number, new.notes, new.subtotal, new.discount_total, new.tax_total, new.total, new.base_total, new.issued_at) then
        raise exception 'invoice % is issued and frozen', old.invoice_no using errcode = 'WP001';
      end if;
      if old.status = 'void' and new.status <> 'void' then
        raise exception 'invoice % is void for good', old.invoice_no using errcode = 'WP001';
      end if;
      return new;
    end $$;
    create trigger guard_invoice before update or delete on invoices for each row execute function guard_invoice();

    -- Per statement, so that a run's thousand lines cost one check.
    create function guard_invoice_lines() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from changed c join invoices i on i.organization_id = c.organization_id and i.id = c.invoice_id
                  where i.status <> 'draft') then
        raise exception 'lines of an issued invoice are frozen' using errcode = 'WP001';
      end if;
      return null;
    end $$;
    create trigger guard_added after insert on invoice_lines referencing new table as changed
      for each statement execute function guard_invoice_lines();
    create trigger guard_changed after update on invoice_lines referencing old table as changed
      for each statement execute function guard_invoice_lines();
    create trigger guard_removed after delete on invoice_lines referencing old table as changed
      for each statement execute function guard_invoice_lines();

    create table invoice_charges (
      organization_id uuid not null,
      charge_id uuid not null,
      invoice_id uuid not null,
      invoice_line_id uuid not null,
      linked_at timestamptz not null default now(),
      -- Set when the invoice is voided: the charge can be billed again.
      released_at timestamptz,
      constraint invoice_charges_charge_id_fk foreign key (organization_id, charge_id) references charges (organization_id, id),
      constraint invoice_charges_invoice_line_id_fk foreign key (organization_id, invoice_line_id)
        references invoice_lines (organization_id, id) on delete cascade
    );
    alter table invoice_charges replica identity full;
    -- A charge is on at most one live invoice line.
    create unique index charge_billed_once on invoice_charges (organization_id, charge_id) where released_at is null;
    create index invoice_charges_of_line on invoice_charges (organization_id, invoice_line_id);
    create index invoice_charges_of_invoice on invoice_charges (organization_id, invoice_id);

    create function release_invoice_charges() returns trigger language plpgsql as $$
    begin
      update invoice_charges set released_at = now()
       where organization_id = new.organization_id and invoice_id = new.id and released_at is null;
      return null;
    end $$;
    create trigger release_charges after update of status on invoices for each row
      when (new.status = 'void' and old.status <> 'void') execute function release_invoice_charges();
  `);
  await protectTenantTable(knex, 'invoices', { merchant: { column: 'merchant_id' }, operatorWrites: true });
  await protectTenantTable(knex, 'invoice_lines', {
    operatorWrites: true,
    merchant: {
      where: `exists (select 1 from invoices i
        where i.organization_id = invoice_lines.organization_id and i.id = invoice_lines.invoice_id)`,
    },
  });
  await protectTenantTable(knex, 'invoice_charges', {
    operatorWrites: true,
    merchant: {
      where: `exists (select 1 from charges c
        where c.organization_id = invoice_charges.organization_id and c.id = invoice_charges.charge_id)`,
    },
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table invoice_charges, invoice_lines, invoices;
    drop function release_invoice_charges, guard_invoice_lines, guard_invoice;
  `);
}
