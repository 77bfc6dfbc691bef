/** Carrier rules are plain records, but for the accounts they name. */
import type { TenantTransaction } from '../../db/database.ts';
import { knownIds } from '../../db/records.read.ts';
import { assertAllFound } from '../../domain/refusal.ts';
import { carrierRuleRecord, type carrierRuleCommands } from '../../queues/parcels/carrier-rules.ts';
import type { Handler } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const record = recordHandlers(carrierRuleRecord);

async function assertAccounts(tx: TenantTransaction, ids: readonly string[] | undefined): Promise<void> {
  if (ids) assertAllFound('account_ids', ids, await knownIds(tx, 'carrier_accounts', ids), 'carrier account');
}

export const createCarrierRule: Handler<typeof carrierRuleCommands.createCarrierRule> = async (
  work,
  input,
) => {
  await assertAccounts(work.tx, input.account_ids);
  return record.create(work, input);
};

export const updateCarrierRule: Handler<typeof carrierRuleCommands.updateCarrierRule> = async (
  work,
  input,
) => {
  await assertAccounts(work.tx, input.account_ids);
  return record.update(work, input);
};
