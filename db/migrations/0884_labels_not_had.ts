/**
 * What of labels is remembered and looked for beyond 0770: that a label was dearer than was accepted when it was to be
 * taken back, parcels that left and whose label was taken back, and silent parcels as long as they have their label.
 * Whoever calls carriers sees which cartons were unpacked: nothing is bought for them.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table label_purchases add column was_dearer boolean not null default false;
    drop index label_purchases_not_sold;
    create index label_purchases_not_had on label_purchases (updated_at) where state in ('refused', 'dearer', 'voided');
    drop index label_purchases_silent;
    create index label_purchases_to_ask_after on label_purchases (track_at) where state = 'bought' and track_at is not null;
    create policy system on cartons for select to ${roleNames.system} using (true);
    grant select (organization_id, id, voided_at) on cartons to ${roleNames.system};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke select (organization_id, id, voided_at) on cartons from ${roleNames.system};
    drop policy system on cartons;
    drop index label_purchases_to_ask_after;
    create index label_purchases_silent on label_purchases (track_at) where track_at is not null;
    drop index label_purchases_not_had;
    create index label_purchases_not_sold on label_purchases (updated_at) where state in ('refused', 'dearer');
    alter table label_purchases drop column was_dearer;
  `);
}
