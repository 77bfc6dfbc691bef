/**
 * Lots of an item, each with its dates and its hold. While a lot is on hold no order gets any of it, whatever comes in or
 * back; what the hold set aside bears its id in the ledger. A merchant's token sees the lots of its own items.
 */
import type { Knex } from 'knex';
import { ofVisibleItem, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table lots (
      organization_id uuid not null,
      item_id uuid not null,
      lot_no text not null,
      manufacture_date date,
      expiry_date date,
      first_received_at timestamptz not null default now(),
      hold_id uuid,
      hold_kind text check (hold_kind in ('quality', 'quarantine', 'recall', 'customs', 'owner')),
      hold_reason text,
      held_by text,
      held_at timestamptz,
      primary key (organization_id, item_id, lot_no),
      constraint lots_item_id_fk foreign key (organization_id, item_id) references items (organization_id, id),
      constraint lots_hold_whole check (num_nulls(hold_id, hold_kind, hold_reason, held_by, held_at) in (0, 5))
    );
  `);
  await protectTenantTable(knex, 'lots', {
    rights: ['select', 'insert', 'update'],
    merchant: { where: ofVisibleItem('lots') },
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table lots');
}
