/**
 * Documents as they were first made: the bytes and their hash, held together by the database and never changed, so that
 * a reprint is equal to the byte. One of a kind per subject.
 */
import type { Knex } from 'knex';
import { makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table documents (
      organization_id uuid not null references organizations (id),
      id uuid not null,
      kind text not null check (kind in ('packing_list', 'bill_of_lading')),
      document_no text not null,
      subject_type text not null,
      subject_id uuid not null,
      -- Null when it names several merchants: then no merchant's token sees it.
      merchant_id uuid,
      content_type text not null,
      content bytea not null constraint documents_content_size check (octet_length(content) between 1 and 5242880),
      sha256 text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, id),
      constraint documents_once unique (organization_id, kind, subject_id),
      constraint documents_hash_of_content check (sha256 = encode(sha256(content), 'hex'))
    );
    create index documents_newest on documents (organization_id, created_at desc, id desc);
  `);
  await protectTenantTable(knex, 'documents', {
    rights: ['select', 'insert'],
    merchantColumn: 'merchant_id',
  });
  await makeAppendOnly(knex, 'documents');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table documents');
}
