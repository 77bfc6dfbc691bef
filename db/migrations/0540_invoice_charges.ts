/** Which charge sits on which invoice line; and the references of invoices and bills to what billing owns. */
import type { Knex } from 'knex';
import { protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invoice_charges (
      organization_id uuid not null,
      charge_id uuid not null,
      invoice_id uuid not null,
      invoice_line_id uuid not null,
      linked_at timestamptz not null default now(),
      -- Set when the invoice is voided: the charge may be billed again.
      released_at timestamptz,
      constraint invoice_charges_charge_id_fk foreign key (organization_id, charge_id) references charges (organization_id, id),
      constraint invoice_charges_invoice_line_id_fk foreign key (organization_id, invoice_line_id)
        references invoice_lines (organization_id, id) on delete cascade
    );
    -- A charge is on one live invoice line at most.
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

    alter table invoices add constraint invoices_run_id_fk
      foreign key (organization_id, run_id) references billing_runs (organization_id, id);
    alter table invoice_lines add constraint invoice_lines_billing_item_id_fk
      foreign key (organization_id, billing_item_id) references billing_items (organization_id, id);
    alter table bill_lines add constraint bill_lines_rebill_item_id_fk
      foreign key (organization_id, rebill_item_id) references billing_items (organization_id, id);
  `);
  await protectTenantTable(knex, 'invoice_charges');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bill_lines drop constraint bill_lines_rebill_item_id_fk;
    alter table invoice_lines drop constraint invoice_lines_billing_item_id_fk;
    alter table invoices drop constraint invoices_run_id_fk;
    drop trigger release_charges on invoices;
    drop table invoice_charges;
    drop function release_invoice_charges;
  `);
}
