/**
 * Dangerous goods: what an item is, and what carrier rules ask of a parcel that holds some. The words are those of
 * `domain/catalog/hazard.ts`.
 */
import type { Knex } from 'knex';

const classes = `'1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1',
  '6.2', '7', '8', '9'`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table items add column hazard jsonb;
    alter table items add constraint items_hazard_whole check (hazard is null or coalesce(
      hazard->>'un_no' ~ '^[0-9]{4}$' and hazard->>'class' in (${classes})
      and coalesce(hazard->>'packing_group' in ('I', 'II', 'III'), true)
      and jsonb_typeof(hazard->'limited_qty') = 'boolean', false));
    alter table carrier_rules add column hazard text check (hazard in ('any', 'none'));
    alter table carrier_rules add column hazard_classes text[] not null default '{}'
      check (hazard_classes <@ array[${classes}]);
    alter table carrier_rules add constraint carrier_rules_hazard_classes_of_any
      check (hazard_classes = '{}' or hazard is distinct from 'none');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table carrier_rules drop column hazard_classes;
    alter table carrier_rules drop column hazard;
    alter table items drop column hazard;
  `);
}
