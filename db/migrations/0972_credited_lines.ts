/** Credit notes that name the lines they give back: together they come to exactly what the invoice says of each. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table invoice_lines
      -- The line of the corrected invoice that a credit note's line gives back.
      add column original_line_id uuid,
      -- A credit note's tax at this code and rate, on the first of its lines with them: what of the invoice's is due by
      -- now, less what was given back. Null where the lines decide.
      add column tax_given money_amount,
      add constraint invoice_lines_original_line_id_fk foreign key (organization_id, original_line_id)
        references invoice_lines (organization_id, id);
    create index invoice_lines_of_original on invoice_lines (organization_id, original_line_id)
      where original_line_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table invoice_lines drop column tax_given, drop column original_line_id;
  `);
}
