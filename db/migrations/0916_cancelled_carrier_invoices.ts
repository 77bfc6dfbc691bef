/** A carrier's invoice that was taken in wrongly is cancelled, and its number is free for the right one. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

const states = (words: string): string => `
  alter table carrier_invoices
    drop constraint carrier_invoices_state_check,
    add constraint carrier_invoices_state_check check (state in (${words}))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${states("'imported', 'matched', 'billed', 'disputed', 'cancelled'")};
    alter table carrier_invoices
      add column cancelled_at timestamptz,
      add column cancel_reason text,
      drop constraint carrier_invoices_no_once;
    create unique index carrier_invoices_no_once on carrier_invoices (organization_id, carrier_id, invoice_no)
      where state <> 'cancelled';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${overAllRows(
      ['carrier_invoice_lines', 'carrier_invoices'],
      `delete from carrier_invoice_lines l using carrier_invoices i
        where i.organization_id = l.organization_id and i.id = l.invoice_id and i.state = 'cancelled';
       delete from carrier_invoices where state = 'cancelled'`,
    )}
    drop index carrier_invoices_no_once;
    alter table carrier_invoices
      drop column cancelled_at,
      drop column cancel_reason,
      add constraint carrier_invoices_no_once unique (organization_id, carrier_id, invoice_no);
    ${states("'imported', 'matched', 'billed', 'disputed'")};
  `);
}
