/** Receipts whose goods may still wait at a dock: whichever way these leave, that nothing waits any more is told once. */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- From its completion until nothing of it waits at a dock or in staging; those of before are not looked at.
    alter table inbound_receipts add column awaits_putaway boolean not null default false;
    create index inbound_receipts_awaiting_putaway on inbound_receipts (organization_id, received_at) where awaits_putaway;
    create policy system on inbound_receipts for select to ${roleNames.system} using (true);
    grant select (organization_id, received_at, awaits_putaway) on inbound_receipts to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke select (organization_id, received_at, awaits_putaway) on inbound_receipts from ${roleNames.system};
    drop policy system on inbound_receipts;
    drop index inbound_receipts_awaiting_putaway;
    alter table inbound_receipts drop column awaits_putaway;
  `);
}
