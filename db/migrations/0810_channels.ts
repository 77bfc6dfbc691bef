/**
 * What stores are told. channel_pushes is the ledger of it, a row for each SKU of a connection: what it should hold and
 * since which version, what was sent and what the store said it holds. A push takes the version it sends with it, one push
 * of a SKU is on its way at a time, and a sent version only grows: an older push never overwrites a newer.
 */
import type { Knex } from 'knex';
import { protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table channel_pushes (
      organization_id uuid not null,
      connection_id uuid not null,
      kind text not null check (kind in ('inventory', 'product')),
      channel_sku text not null,
      merchant_id uuid not null,
      item_id uuid not null,
      wanted jsonb not null,
      version bigint not null default 1 check (version > 0),
      sent jsonb,
      sent_version bigint not null default 0 check (sent_version >= 0 and sent_version <= version),
      channel_says jsonb,
      attempts integer not null default 0,
      next_try_at timestamptz not null default now(),
      claim uuid,
      claimed_until timestamptz,
      last_error text,
      queued_at timestamptz not null default now(),
      sent_at timestamptz,
      primary key (organization_id, connection_id, kind, channel_sku),
      constraint channel_pushes_connection_id_fk foreign key (organization_id, merchant_id, connection_id)
        references channel_connections (organization_id, merchant_id, id),
      constraint channel_pushes_item_id_fk foreign key (organization_id, merchant_id, item_id)
        references items (organization_id, merchant_id, id)
    );
    create index channel_pushes_due on channel_pushes (next_try_at) where sent_version < version;
  `);
  await protectTenantTable(knex, 'channel_pushes', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
    // Pushing goes over all organizations.
    systemRights: ['select', 'update'],
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table channel_pushes');
}
