/** Where the goods of a put-back task stand: with their license plate, which may have been moved since it was made. */
import { name, sql, type SqlText } from '../sql-text.ts';

/** Of the tasks that go by this alias. */
export function standsAt(task: string): SqlText {
  const of = (column: string): SqlText => name(`${task}.${column}`);
  return sql`coalesce((select s.location_id from lpns s
                        where s.organization_id = ${of('organization_id')} and s.id = ${of('lpn_id')}),
                      ${of('from_location_id')})`;
}
