/** Adds a reason code to the organization's list. */
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../handler.ts';

export const createReasonCode: Handler<typeof inventoryCommands.createReasonCode> = async (
  { tx, organizationId },
  input,
) => {
  await tx('reason_codes').insert({ ...input, organization_id: organizationId });
  return { code: input.code };
};
