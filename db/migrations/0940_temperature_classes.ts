/**
 * The temperature that goods are kept at, as a class of their own, beside the storage class. The walk of places that have
 * one has its own small index: in the common one they lie among all others.
 */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table locations add column temperature_class text not null default '';
    alter table items add column temperature_class text not null default '';
    create index locations_of_temperature
      on locations (organization_id, warehouse_id, temperature_class, storage_class, zone, pick_sequence, code)
      where is_active and temperature_class <> '';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index locations_of_temperature;
    alter table locations drop column temperature_class;
    alter table items drop column temperature_class;
  `);
}
