/** Carriers' invoices come from files too, and write the numbers of parcels with other spaces, hyphens and letters than we. */
import type { Knex } from 'knex';

const kinds = (words: string): string => `
  alter table imports
    drop constraint imports_kind_check,
    add constraint imports_kind_check check (kind in (${words}))`;
const before = "'items', 'packagings', 'locations', 'stock', 'pick_faces'";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${kinds(`${before}, 'carrier_invoices'`)};
    -- The same for each way of writing a number.
    create function tracking_key(p_number text) returns text language sql immutable parallel safe as $$
      select upper(regexp_replace(p_number, '[[:space:]-]', '', 'g'))
    $$;
    create index label_purchases_by_tracking_key on label_purchases (organization_id, tracking_key(tracking_no))
      where tracking_no is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index label_purchases_by_tracking_key;
    drop function tracking_key;
    ${kinds(before)};
  `);
}
