/**
 * What an organization has stored of uploaded files, and how much it may.
 *
 * - stored_files: a row for each file, written before its bytes are stored. One that nothing has named for a day is what a
 *   killed or refused upload left, and goes with its bytes (`workers/tenancy/sweep-files.ts`).
 * - stored_totals: their count and sum; uploads of an organization take turns at this row. looked_to is how far the sweep
 *   has gone through the store, for files that have no row.
 * - organization_quotas.stored_megabytes: the most it may be, in millions of bytes.
 */
import type { Knex } from 'knex';
import { overAllRows, protectTenantTable } from '../tenant-table.ts';

const named = (kind: string, table: string, columns = 'sha256, size_bytes'): string => `
  insert into stored_files (organization_id, kind, sha256, size_bytes, named_at)
  select distinct on (1, 3) organization_id, '${kind}', ${columns}, now() from ${table}
  on conflict do nothing`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table stored_files (
      organization_id uuid not null references organizations (id),
      kind text not null check (kind in ('pod', 'photos', 'logo')),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      size_bytes integer not null check (size_bytes > 0),
      -- When it was last uploaded.
      stored_at timestamptz not null default now(),
      -- When a row first named it; from then on it stays.
      named_at timestamptz,
      primary key (organization_id, kind, sha256)
    );
    create index stored_files_unnamed on stored_files (organization_id, stored_at) where named_at is null;

    create table stored_totals (
      organization_id uuid primary key references organizations (id),
      files integer not null check (files >= 0),
      bytes bigint not null check (bytes >= 0),
      looked_to text
    );

    alter table organization_quotas
      add column stored_megabytes integer
        constraint organization_quotas_stored_megabytes check (stored_megabytes between 0 and 1000000000);
  `);
  await protectTenantTable(knex, 'stored_files');
  await protectTenantTable(knex, 'stored_totals', { rights: ['select', 'insert', 'update'] });
  await knex.raw(
    overAllRows(
      [
        'stored_files',
        'stored_totals',
        'pod_files',
        'inspection_photos',
        'goods_inspection_photos',
        'paper_settings',
        'organization_quotas',
      ],
      [
        named('pod', 'pod_files'),
        named('photos', 'inspection_photos'),
        named('photos', 'goods_inspection_photos'),
        named('logo', 'paper_settings where logo_sha256 is not null', 'logo_sha256, logo_bytes'),
        `insert into stored_totals (organization_id, files, bytes)
         select organization_id, count(*), sum(size_bytes) from stored_files group by 1`,
        // Whoever has half of what is usual may have twice what is there: an upgrade stops nobody's deliveries.
        `insert into organization_quotas as q (organization_id, stored_megabytes)
         select organization_id, least(bytes / 500000, 1000000000) from stored_totals where bytes > 25000000000
         on conflict (organization_id) do update set stored_megabytes = excluded.stored_megabytes`,
      ].join(';'),
    ),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table stored_totals, stored_files;
    alter table organization_quotas drop column stored_megabytes;
  `);
}
