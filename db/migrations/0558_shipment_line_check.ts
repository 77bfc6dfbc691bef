/** The same check of a shipment line against its allocations in one look: it runs for every line and piece of a push. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function check_shipment_line() returns trigger language plpgsql as $$
    declare
      line_id uuid;
      wanted numeric;
      held numeric;
    begin
      if tg_table_name = 'allocations' then line_id := new.shipment_line_id; else line_id := new.id; end if;
      select l.qty, coalesce((select sum(a.qty) from allocations a
                               where a.organization_id = l.organization_id and a.shipment_line_id = l.id
                                 and a.status <> 'released'), 0)
        into wanted, held
        from wms_shipment_lines l join wms_shipments s on s.organization_id = l.organization_id and s.id = l.shipment_id
       where l.organization_id = new.organization_id and l.id = line_id and s.status <> 'cancelled';
      if held <> wanted then
        raise exception 'a shipment line of % holds %', wanted, held
          using errcode = 'WP002', constraint = 'allocations_sum_to_shipment_line';
      end if;
      return null;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function check_shipment_line() returns trigger language plpgsql as $$
    declare
      line_id uuid := case when tg_table_name = 'allocations' then (to_jsonb(new) ->> 'shipment_line_id')::uuid else new.id end;
      wanted numeric;
      held numeric;
    begin
      select l.qty into wanted
        from wms_shipment_lines l join wms_shipments s on s.organization_id = l.organization_id and s.id = l.shipment_id
       where l.organization_id = new.organization_id and l.id = line_id and s.status <> 'cancelled';
      if found then
        select coalesce(sum(qty), 0) into held from allocations
         where organization_id = new.organization_id and shipment_line_id = line_id and status <> 'released';
        if held <> wanted then
          raise exception 'a shipment line of % holds %', wanted, held
            using errcode = 'WP002', constraint = 'allocations_sum_to_shipment_line';
        end if;
      end if;
      return null;
    end $$;
  `);
}
