/**
 * Serials that leave with a shipment: named, or presumed (the oldest) when nobody named them, so that the registry
 * always counts what the ledger counts. Counted serials stay with their line.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table serials
      add column shipment_id uuid,
      -- It left, as far as anybody knows: a return that shows another one left takes its place.
      add column is_presumed boolean not null default false;
    create index serials_presumed on serials (organization_id, item_id, left_at) where is_presumed;
    create index serials_of_item on serials (organization_id, item_id, received_at) where state = 'in_stock';
    alter table count_lines add column serial_nos text[] not null default '{}';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index serials_presumed, serials_of_item;
    alter table serials drop column shipment_id, drop column is_presumed;
    alter table count_lines drop column serial_nos;
  `);
}
