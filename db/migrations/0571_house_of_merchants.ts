/**
 * What the house keeps for all its merchants is written by the house alone; a merchant's token only reads it. Of tokens
 * and members a merchant's token sees its own: those of its merchant, and the people who hold one.
 */
import type { Knex } from 'knex';
import { roleNames } from '../roles.ts';

const bound = "(select nullif(current_setting('app.merchant_id', true), '')::uuid)";

const ofTheHouse = [
  'organizations',
  'members',
  'warehouses',
  'locations',
  'carriers',
  'reason_codes',
  'hubs',
  'hub_enrollment_keys',
  'print_devices',
];

export async function up(knex: Knex): Promise<void> {
  for (const table of ofTheHouse) {
    await knex.raw(`
      create policy house_inserts on ${table} as restrictive for insert to ${roleNames.app} with check (${bound} is null);
      create policy house_updates on ${table} as restrictive for update to ${roleNames.app}
        using (true) with check (${bound} is null);
    `);
  }
  await knex.raw(`
    create policy merchant on access_tokens as restrictive to ${roleNames.app}
      using (${bound} is null or merchant_id = ${bound});
    create policy merchant on members as restrictive for select to ${roleNames.app}
      using (${bound} is null or exists (select 1 from access_tokens t
        where t.organization_id = members.organization_id and t.member_id = members.id));
  `);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ofTheHouse)
    await knex.raw(`drop policy house_inserts on ${table}; drop policy house_updates on ${table};`);
  await knex.raw('drop policy merchant on access_tokens; drop policy merchant on members;');
}
