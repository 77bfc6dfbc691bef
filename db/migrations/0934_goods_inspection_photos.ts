/**
 * Photos of what an inspection of received goods found: evidence, never changed. The bytes are in the file store under
 * their SHA-256, so the same photo of one inspection is kept once.
 */
import type { Knex } from 'knex';
import { checkedKey, makeAppendOnly, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table goods_inspection_photos (
      ${checkedKey},
      inspection_id uuid not null,
      merchant_id uuid not null,
      filename text not null,
      content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
      size_bytes integer not null check (size_bytes between 1 and 10485760),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      uploaded_by text not null,
      uploaded_at timestamptz not null default now(),
      constraint goods_inspection_photos_once unique (organization_id, inspection_id, sha256),
      constraint goods_inspection_photos_inspection_id_fk foreign key (organization_id, inspection_id)
        references goods_inspections (organization_id, id)
    );
  `);
  await protectTenantTable(knex, 'goods_inspection_photos', {
    rights: ['select', 'insert'],
    merchant: { column: 'merchant_id' },
  });
  await makeAppendOnly(knex, 'goods_inspection_photos');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table goods_inspection_photos');
}
