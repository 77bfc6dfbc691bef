/** Changes a member. */
import { notFound } from '../../domain/refusals.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../handler.ts';

export const updateMember: Handler<typeof tenancyCommands.updateMember> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { member_id: id, ...changes } = input;
  const changed = await tx('members')
    .where({ organization_id: organizationId, id })
    .update({ ...changes, updated_at: tx.fn.now() });
  if (changed === 0) throw notFound('member');
  emit({ type: 'member.changed', subject_type: 'member', subject_id: id });
  return { id };
};
