/** Adds a billing item. Its revenue account must be one of the organization's revenue accounts. */
import { v7 as uuidv7 } from 'uuid';
import { assertItemAccounts } from '../../db/rates/billing-items.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { values, sql } from '../../db/sql-text.ts';

export const createBillingItem: Handler<typeof rateCommands.createBillingItem> = async (
  { tx, organizationId, emit },
  input,
) => {
  const id = uuidv7();
  await assertItemAccounts(tx, organizationId, input);
  await execute(
    tx,
    sql`insert into billing_items ${values({ ...input, id, organization_id: organizationId })}`,
  );
  emit({ type: 'billing_item.created', subject_type: 'billing_item', subject_id: id });
  return { id };
};
