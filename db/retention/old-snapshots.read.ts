/** Days of stock past their retention, each as the text it is archived in. */
import { inTenant, row, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { inFixedForm } from './old-rows.read.ts';

export interface OldDay {
  organization_id: string;
  /** YYYY-MM-DD. */
  day: string;
}

export interface DayOfStock {
  lines: string[];
  /** The sum of the lines' hashes: the same for the same rows in any order. */
  rows_hash: string;
}

/** An organization's days before this date, oldest first; those of `filedOnce` months only until they are in a file. */
export function oldDays(
  database: Database,
  organizationId: string,
  before: Date,
  filedOnce: readonly string[] = [],
): Promise<OldDay[]> {
  return inTenant(
    database,
    { organizationId },
    (tx) =>
      rows<OldDay>(
        tx,
        sql`select distinct d.organization_id, d.snapshot_day as day from inventory_snapshot_days d
             where d.organization_id = ${organizationId} and d.snapshot_day < (${before} at time zone 'UTC')::date
               and (to_char(d.snapshot_day, 'YYYY-MM') <> all (${[...filedOnce]}::text[]) or not exists (
                 select 1 from retention_files f
                  where f.organization_id = d.organization_id and f.table_name = 'inventory_snapshots'
                    and f.removed_at is null and f.first_at = d.snapshot_day::timestamp at time zone 'UTC'))
             order by d.snapshot_day`,
      ),
    { readOnly: true },
  );
}

/** The organization's stock at the end of a day. */
export function readDay(
  database: Database,
  { organization_id: organizationId, day }: OldDay,
): Promise<DayOfStock> {
  return inTenant(
    database,
    { organizationId },
    async (tx) => {
      await inFixedForm(tx);
      const found = await row<DayOfStock>(
        tx,
        sql`select coalesce(array_agg(s.line order by s.line), '{}') as lines,
                   coalesce(sum(hashtextextended(s.line, 0)::numeric), 0)::text as rows_hash
              from (select row_to_json(i)::text as line from inventory_snapshots i
                     where i.organization_id = ${organizationId} and i.snapshot_day = ${day}::date) s`,
      );
      return found!;
    },
    { readOnly: true },
  );
}

/** The months a table has partitions for, as YYYY-MM, oldest first. */
export async function monthsOf(
  { system }: Pick<Database, 'system'>,
  table: 'inventory_snapshots',
): Promise<string[]> {
  const found = await rows<{ month: string }>(
    system,
    sql`select translate(substring(c.relname from '\\d{4}_\\d{2}$'), '_', '-') as month
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = ${table}::regclass and c.relname ~ '_\\d{4}_\\d{2}$'
         order by 1`,
  );
  return found.map(({ month }) => month);
}
