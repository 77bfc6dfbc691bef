/** Changes an account with a carrier. What is under way is asked of it as it is from then on. */
import { lockAccount, updateAccount as writeAccount } from '../../db/parcels/accounts.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler } from '../engine/handler.ts';
import { assertPossible } from './account-settings.ts';

export const updateAccount: Handler<typeof parcelCommands.updateAccount> = async (
  { tx },
  { account_id: id, ...fields },
) => {
  const { adapter, api_url: present, credentials_sealed: sealed } = await lockAccount(tx, id);
  await assertPossible(tx, adapter, fields);
  // The next address decides where the credentials go.
  if (fields.api_url !== undefined && fields.api_url !== present && sealed && !fields.credentials_sealed)
    throw new Refusal(
      'CREDENTIALS_NEEDED',
      'The stored credentials are for the present api_url; enter the credentials again with the new one.',
      { api_url: present },
    );
  await writeAccount(tx, id, fields);
  return { id };
};
