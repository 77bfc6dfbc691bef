/** Changes a member. */
import { updateRecord } from '../../db/records.write.ts';
import { lockMember } from '../../db/tenancy/members.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../engine/handler.ts';
import { assertMayGive } from './give-roles.ts';

export const updateMember: Handler<typeof tenancyCommands.updateMember> = async (
  { tx, actor, emit },
  input,
) => {
  const { member_id: id, ...changes } = input;
  const before = await lockMember(tx, id);
  if (!before) throw notFound('member');
  const { roles = before.roles ?? [], is_active: isActive = before.is_active } = changes;
  // One that is not active has nothing: making it active gives all of its roles.
  if (isActive) assertMayGive(actor, roles, before.is_active ? (before.roles ?? []) : []);
  await updateRecord(tx, 'members', id, changes);
  emit({ type: 'member.changed', subject_type: 'member', subject_id: id });
  return { id };
};
