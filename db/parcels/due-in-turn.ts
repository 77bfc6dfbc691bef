/** What of labels is done at its time, for all organizations: they take turns, so that no backlog keeps others waiting. */
import { name, sql, type SqlText } from '../sql-text.ts';

/** Labels whose moment in a column has come, of those that `which` chooses; what somebody else holds is passed over. */
export function dueInTurn(
  column: 'track_at' | 'refund_at',
  limit: number,
  which: (label: 'q' | 'd') => SqlText = () => sql`true`,
): SqlText {
  const at = (alias: string): SqlText => name(`${alias}.${column}`);
  return sql`(select d.organization_id, d.id
      from (select q.organization_id, q.id, ${at('q')},
                   row_number() over (partition by q.organization_id order by ${at('q')}) as turn
              from label_purchases q where ${at('q')} <= now() and ${which('q')}) ranked
      join label_purchases d on d.organization_id = ranked.organization_id and d.id = ranked.id
       and ${at('d')} <= now() and ${which('d')}
     order by ranked.turn, ${at('ranked')} limit ${limit} for update of d skip locked)`;
}
