/** Makes an access token. Nobody grants what they do not hold, so a token can never widen itself. */
import { assertReference } from '../../db/records.read.ts';
import { expandPermissions } from '../../domain/tenancy/permissions.ts';
import type { Permission } from '../../domain/tenancy/permissions.ts';
import { Refusal } from '../../domain/refusals.ts';
import type { tenancyCommands } from '../../queues/tenancy/commands.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { values, sql } from '../../db/sql-text.ts';

export const createToken: Handler<typeof tenancyCommands.createToken> = async (
  { tx, organizationId, actor, emit },
  input,
) => {
  const { roles, permissions: named, token_hash: hash, id, ...rest } = input;
  const permissions = expandPermissions(roles, named as Permission[]);
  const missing = permissions.filter((permission) => !actor.permissions.includes(permission));
  if (missing.length > 0) {
    throw new Refusal('FORBIDDEN', `A token cannot grant what its maker lacks: ${missing.join(', ')}.`, {
      permission: missing,
    });
  }
  if (actor.merchant_id && rest.merchant_id !== actor.merchant_id) {
    throw new Refusal('FORBIDDEN', "A merchant's token can only make tokens of the same merchant.");
  }
  if (rest.member_id) await assertReference(tx, organizationId, 'members', rest.member_id, 'member_id');
  await execute(
    tx,
    sql`insert into access_tokens ${values({
      ...rest,
      id,
      organization_id: organizationId,
      permissions,
      token_hash: Buffer.from(hash, 'hex'),
    })}`,
  );
  emit({ type: 'token.created', subject_type: 'token', subject_id: id });
  return { id };
};
