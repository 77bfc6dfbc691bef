/** What carriers measured of a parcel, and what they say they corrected, beside what they ask for it. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

const reasons = (words: string): string => `
  alter table carrier_invoice_lines
    drop constraint carrier_invoice_lines_dearer_by_check,
    add constraint carrier_invoice_lines_dearer_by_check check (dearer_by in (${words}))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${reasons("'price', 'weight', 'dims', 'zone', 'address', 'surcharge'")};
    alter table carrier_invoice_lines
      add column length_cm numeric(18,6) check (length_cm > 0),
      add column width_cm numeric(18,6) check (width_cm > 0),
      add column height_cm numeric(18,6) check (height_cm > 0),
      add column corrected text check (corrected in ('zone', 'address'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table carrier_invoice_lines
      drop column length_cm,
      drop column width_cm,
      drop column height_cm,
      drop column corrected;
    ${overAllRows(
      ['carrier_invoice_lines'],
      `update carrier_invoice_lines set dearer_by = case dearer_by when 'dims' then 'weight' else 'surcharge' end
        where dearer_by in ('dims', 'zone', 'address')`,
    )}
    ${reasons("'price', 'weight', 'surcharge'")};
  `);
}
