/** Changes a member. */
import { updateRecord } from '../../db/records.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../handler.ts';

export const updateMember: Handler<typeof tenancyCommands.updateMember> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { member_id: id, ...changes } = input;
  if (!(await updateRecord(tx, organizationId, 'members', id, changes))) throw notFound('member');
  emit({ type: 'member.changed', subject_type: 'member', subject_id: id });
  return { id };
};
