/** Carriers' invoices come from files too, and write the numbers of parcels with other spaces, hyphens and letters than we. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

const kinds = (words: string): string => `
  alter table imports
    drop constraint imports_kind_check,
    add constraint imports_kind_check check (kind in (${words}))`;
const before = "'items', 'packagings', 'locations', 'stock', 'pick_faces'";
const isOfInvoices = (part: string): string =>
  `i.organization_id = ${part}.organization_id and i.id = ${part}.import_id and i.kind = 'carrier_invoices'`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${kinds(`${before}, 'carrier_invoices'`)};
    -- The same for each way of writing a number.
    create function tracking_key(p_number text) returns text language sql immutable parallel safe as $$
      select upper(regexp_replace(p_number, '[[:space:]-]', '', 'g'))
    $$;
    -- A column of its own: below a policy an index is asked for nothing that a function makes of a row, unless it is leakproof.
    alter table label_purchases add column tracking_key text generated always as (tracking_key(tracking_no)) stored;
    create index label_purchases_by_tracking_key on label_purchases (organization_id, tracking_key)
      where tracking_key is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index label_purchases_by_tracking_key;
    alter table label_purchases drop column tracking_key;
    drop function tracking_key;
    ${overAllRows(
      ['import_problems', 'import_slices', 'imports'],
      `delete from import_problems p using imports i where ${isOfInvoices('p')};
       delete from import_slices s using imports i where ${isOfInvoices('s')};
       delete from imports where kind = 'carrier_invoices'`,
    )}
    ${kinds(before)};
  `);
}
