/** Since when a merchant is not active: no fee is due for a cycle that begins after that day. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table merchants add column deactivated_at timestamptz;
    ${overAllRows(['merchants'], 'update merchants set deactivated_at = updated_at where not is_active')}
    create function note_deactivation() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      new.deactivated_at := case when not new.is_active then now() end;
      return new;
    end $$;
    create trigger inserted_inactive before insert on merchants
      for each row when (not new.is_active) execute function note_deactivation();
    create trigger deactivated before update on merchants
      for each row when (new.is_active is distinct from old.is_active) execute function note_deactivation();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger deactivated on merchants;
    drop trigger inserted_inactive on merchants;
    drop function note_deactivation;
    alter table merchants drop column deactivated_at;
  `);
}
