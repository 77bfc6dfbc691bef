/**
 * A return whose shipment home was cancelled is open again: what becomes of those units is still to be decided. Until then
 * it had counted as decided.
 */
import type { Knex } from 'knex';
import { overAllRows } from '../tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    overAllRows(
      ['returns', 'return_lines', 'inspections', 'dispositions', 'wms_shipments'],
      `update returns r set status = 'inspecting', disposed_at = null, closed_at = null
        where r.status in ('disposed', 'closed') and exists (
          select 1 from return_lines l
            join inspections n on n.organization_id = l.organization_id and n.return_line_id = l.id
           where l.organization_id = r.organization_id and l.return_id = r.id
             and exists (
               select 1 from dispositions d
                 join wms_shipments s on s.organization_id = d.organization_id and s.disposition_id = d.id
                where d.organization_id = n.organization_id and d.inspection_id = n.id and s.status = 'cancelled')
             and n.qty > (
               select coalesce(sum(d.qty), 0) from dispositions d
                where d.organization_id = n.organization_id and d.inspection_id = n.id and not exists (
                  select 1 from wms_shipments s where s.organization_id = d.organization_id
                     and s.disposition_id = d.id and s.status = 'cancelled')))`,
    ),
  );
}

/** Nothing: they stay open until it is decided. */
export async function down(): Promise<void> {}
