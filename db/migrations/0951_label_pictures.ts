/** Labels that came as pictures, or as something no label printer speaks, are kept as they came. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

const check = (known: string): string => `
  alter table label_files drop constraint label_files_content_type_check,
    add constraint label_files_content_type_check check (content_type in (${known}));`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(check("'application/pdf', 'image/png', 'application/octet-stream'"));
}

export async function down(knex: Knex): Promise<void> {
  // What was paid for stays, under the one type there was.
  await knex.raw(`
    alter table label_files disable trigger append_only;
    ${overAllRows(['label_files'], "update label_files set content_type = 'application/pdf' where content_type <> 'application/pdf'")}
    alter table label_files enable trigger append_only;
    ${check("'application/pdf'")}
  `);
}
