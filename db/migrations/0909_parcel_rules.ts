/**
 * What is asked of parcels besides.
 *
 * - ship_needs_labels: parcels leave once each carton has its label, where an account with a carrier would sell one.
 * - add_days: by how much a parcel is there later than its carrier says.
 * - is_account_refused: its carrier refused whoever asked, not what was asked.
 * - Orders that a store shows otherwise than it was told are found by an index.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations add column ship_needs_labels boolean not null default false;
    alter table carrier_rules add column add_days integer not null default 0 check (add_days between 0 and 30);
    alter table label_purchases add column is_account_refused boolean not null default false;
    create index channel_pushes_said_otherwise on channel_pushes (organization_id, order_id)
      where order_id is not null and (channel_says->>'tracking_no' <> sent->>'tracking_no'
        or not channel_says->'tracking_nos' @> jsonb_path_query_array(sent, '$.packages[*].tracking_no'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index channel_pushes_said_otherwise;
    alter table label_purchases drop column is_account_refused;
    alter table carrier_rules drop column add_days;
    alter table organizations drop column ship_needs_labels;
  `);
}
