/** Creates an account with a carrier: the operator's own, or a merchant's. */
import { insertAccount } from '../../db/parcels/accounts.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { prepaid } from '../../domain/parcels/billing.ts';
import { farSidesOf, usualApiUrl } from '../../domain/parcels/carriers.ts';
import { hasPublishedKeys } from '../../domain/parcels/tracking-proof.ts';
import { invalid } from '../../domain/refusal.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler } from '../engine/handler.ts';
import { assertPossible, billingAfter } from './account-settings.ts';

export const createAccount: Handler<typeof parcelCommands.createAccount> = async (
  { tx, actor, enqueue },
  { account_id: id, merchant_id: given, api_url: url, ...account },
) => {
  const merchantId = given ?? actor.merchant_id;
  if (merchantId) await assertReference(tx, 'merchants', merchantId, 'merchant_id');
  await assertPossible(tx, account.adapter, account);
  const apiUrl = url ?? usualApiUrl[account.adapter];
  if (!apiUrl) throw invalid('api_url', 'required', 'api_url is needed: where the carrier answers.');
  await insertAccount(tx, {
    far_side: farSidesOf[account.adapter][0],
    ...account,
    ...billingAfter(account.adapter, prepaid, account),
    id,
    merchant_id: merchantId,
    api_url: apiUrl,
  });
  if (hasPublishedKeys(account.adapter)) enqueue(parcelCommands.readSigningKeys, { account_id: id });
  return { id };
};
