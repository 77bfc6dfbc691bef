/** When a merchant left last, and came back: no fee is due for a cycle that lies between. */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table merchants add column deactivated_at timestamptz, add column reactivated_at timestamptz;
    ${overAllRows(['merchants'], 'update merchants set deactivated_at = updated_at where not is_active')}
    create function note_deactivation() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      if new.is_active then
        new.reactivated_at := now();
      else
        new.deactivated_at := now();
        new.reactivated_at := null;
      end if;
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
    alter table merchants drop column reactivated_at, drop column deactivated_at;
  `);
}
