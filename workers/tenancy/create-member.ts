/** Adds a person to the organization; an e-mail address once per organization. */
import { v7 as uuidv7 } from 'uuid';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { values, sql } from '../../db/sql-text.ts';

export const createMember: Handler<typeof tenancyCommands.createMember> = async (
  { tx, organizationId, emit },
  input,
) => {
  const id = uuidv7();
  await execute(
    tx,
    sql`insert into members ${values({ roles: [], ...input, id, organization_id: organizationId })}`,
  );
  emit({ type: 'member.created', subject_type: 'member', subject_id: id });
  return { id };
};
