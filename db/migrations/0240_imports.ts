/**
 * CSV imports, processed slice by slice by the inventory queue: the lines of a slice are one row, written and read as a
 * whole, and only bad lines have rows of their own.
 */
import type { Knex } from 'knex';
import { protectTenantTable, tenantKey } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table imports (
      ${tenantKey},
      kind text not null check (kind in ('items', 'locations', 'stock', 'pick_faces')),
      dry_run boolean not null,
      skip_bad_lines boolean not null,
      state text not null check (state in ('checking', 'applying', 'checked', 'rejected', 'completed')),
      -- The merchant of the token that started it: the only one whose goods it may touch.
      merchant_id uuid,
      lines_total integer not null,
      lines_checked integer not null default 0,
      lines_applied integer not null default 0,
      lines_bad integer not null default 0,
      created_count integer not null default 0,
      updated_count integer not null default 0,
      created_by text not null,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      constraint imports_merchant_id_fk foreign key (organization_id, merchant_id) references merchants (organization_id, id)
    );
    create index imports_newest on imports (organization_id, created_at desc, id desc);

    create table import_slices (
      organization_id uuid not null,
      import_id uuid not null,
      first_line integer not null,
      last_line integer not null,
      -- How many lines it has, including those that could not be read.
      line_count integer not null,
      -- The lines that could be read. The database never looks into them, so they stay the text they came as.
      lines json not null,
      primary key (organization_id, import_id, first_line),
      constraint import_slices_import_id_fk foreign key (organization_id, import_id) references imports (organization_id, id)
    );

    create table import_problems (
      organization_id uuid not null,
      import_id uuid not null,
      line_no integer not null,
      problems jsonb not null,
      primary key (organization_id, import_id, line_no),
      constraint import_problems_import_id_fk foreign key (organization_id, import_id) references imports (organization_id, id)
    );
  `);
  const edited = { rights: ['select', 'insert', 'update'] as const };
  await protectTenantTable(knex, 'imports', { ...edited, merchant: { column: 'merchant_id' } });
  for (const table of ['import_slices', 'import_problems'])
    await protectTenantTable(knex, table, { rights: ['select', 'insert'] });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table import_problems, import_slices, imports');
}
