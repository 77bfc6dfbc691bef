/** Adds a person to the organization; email addresses are unique within it. */
import { insertRecord } from '../../db/records.write.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../engine/handler.ts';
import { assertMayGive } from './give-roles.ts';

export const createMember: Handler<typeof tenancyCommands.createMember> = async (
  { tx, actor, emit },
  input,
) => {
  assertMayGive(actor, input.roles ?? [], []);
  const id = await insertRecord(tx, 'members', input);
  emit({ type: 'member.created', subject_type: 'member', subject_id: id });
  return { id };
};
