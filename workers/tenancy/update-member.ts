/** Changes a member. */
import { notFound } from '../../domain/refusals.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { assignments, sql } from '../../db/sql-text.ts';

export const updateMember: Handler<typeof tenancyCommands.updateMember> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { member_id: id, ...changes } = input;
  const changed = await execute(
    tx,
    sql`update members set ${assignments({ ...changes, updated_at: sql`now()` })}
      where organization_id = ${organizationId} and id = ${id}`,
  );
  if (changed === 0) throw notFound('member');
  emit({ type: 'member.changed', subject_type: 'member', subject_id: id });
  return { id };
};
