/** When a merchant left, and came back, each time: no fee is due for a cycle that lies between. */
import type { Knex } from 'knex';
import { overAllRows, protectTenantTable } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table merchant_absences (
      organization_id uuid not null,
      merchant_id uuid not null,
      deactivated_at timestamptz not null,
      -- Null while it is away.
      reactivated_at timestamptz,
      primary key (organization_id, merchant_id, deactivated_at),
      constraint merchant_absences_merchant_id_fk foreign key (organization_id, merchant_id)
        references merchants (organization_id, id),
      constraint merchant_absences_in_order check (reactivated_at >= deactivated_at)
    );
    create unique index merchant_absences_one_open on merchant_absences (organization_id, merchant_id)
      where reactivated_at is null;
    ${overAllRows(
      ['merchants'],
      `insert into merchant_absences (organization_id, merchant_id, deactivated_at)
       select organization_id, id, updated_at from merchants where not is_active`,
    )}
    create function note_absence() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      if new.is_active then
        update merchant_absences set reactivated_at = clock_timestamp()
         where organization_id = new.organization_id and merchant_id = new.id and reactivated_at is null;
      else
        insert into merchant_absences (organization_id, merchant_id, deactivated_at)
        values (new.organization_id, new.id, clock_timestamp());
      end if;
      return null;
    end $$;
    create trigger added_inactive after insert on merchants
      for each row when (not new.is_active) execute function note_absence();
    create trigger left_or_back after update on merchants
      for each row when (new.is_active is distinct from old.is_active) execute function note_absence();
  `);
  await protectTenantTable(knex, 'merchant_absences', {
    rights: ['select', 'insert', 'update'],
    merchant: { column: 'merchant_id' },
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger left_or_back on merchants;
    drop trigger added_inactive on merchants;
    drop function note_absence;
    drop table merchant_absences;
  `);
}
