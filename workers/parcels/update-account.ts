/** What becomes of an account with a carrier: it is changed, and tested. */
import type { TenantTransaction } from '../../db/database.ts';
import { hasPublishedKeys } from '../../domain/parcels/tracking-proof.ts';
import { Refusal } from '../../domain/refusal.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import { assertPossible, billingAfter } from './account-settings.ts';
import {
  changeSigningKeys,
  lockAccount,
  lockAccountToMove,
  unsettledWith,
  updateAccount as writeAccount,
  type AccountFields,
  type LockedAccount,
} from '../../db/parcels/accounts.write.ts';
import type { AskingHandler, Handler } from '../engine/handler.ts';
import { isDenied } from '../outside/spoken.ts';
import { lineOf } from './carriers/carrier.ts';
import { carriers } from './carriers/carriers.ts';

/**
 * Changes an account with a carrier. What is under way is asked of it as it is from then on: so who is asked, and what that
 * can do, stays as it is until everything is known that was sold there.
 */
export const updateAccount: Handler<typeof parcelCommands.updateAccount> = async (
  { tx, enqueue },
  { account_id: id, same_account: isSame = false, ...fields },
) => {
  const { api_url: url, far_side: side } = fields;
  const isOther = fields.credentials_sealed !== undefined && !isSame;
  const lock = url === undefined && side === undefined && !isOther ? lockAccount : lockAccountToMove;
  const account = await lock(tx, id);
  const { adapter } = account;
  await assertPossible(tx, adapter, fields);
  const isMoved = url !== undefined && url !== account.api_url;
  if (isMoved) assertCredentials(account, fields);
  const isAnother = isOther && account.credentials_sealed !== null;
  if (isMoved || isAnother || (side !== undefined && side !== account.far_side))
    await assertSettled(tx, account);
  await writeAccount(tx, id, { ...fields, ...billingAfter(adapter, account, fields) });
  if (isMoved && hasPublishedKeys(adapter)) {
    await changeSigningKeys(tx, id, null);
    enqueue(parcelCommands.readSigningKeys, { account_id: id });
  }
  return { id };
};

/** Refuses 409 CREDENTIALS_NEEDED: the next address decides where the credentials go. */
function assertCredentials(
  { api_url, credentials_sealed: sealed }: LockedAccount,
  fields: AccountFields,
): void {
  if (!sealed || fields.credentials_sealed) return;
  throw new Refusal(
    'CREDENTIALS_NEEDED',
    'The stored credentials are for the present api_url; enter the credentials again with the new one.',
    { api_url },
  );
}

/**
 * Refuses 409 ACCOUNT_UNSETTLED: who is asked elsewhere, or for somebody else, knows nothing of what was sold here, and one
 * that does not recognise a reference would sell it once more.
 */
async function assertSettled(tx: TenantTransaction, { id, api_url }: LockedAccount): Promise<void> {
  const { labels, manifests } = await unsettledWith(tx, id);
  if (labels + manifests === 0) return;
  throw new Refusal(
    'ACCOUNT_UNSETTLED',
    `Of ${labels} labels and ${manifests} manifests it is not known yet what became of them with this account as it is: settle them first. A new key of the same account at the carrier is taken with same_account.`,
    { api_url, labels, manifests },
  );
}

interface Step {
  step: string;
  ok: boolean;
  message: string;
}

/** Tests an account: whether its settings are complete, whether the carrier answers, whether it knows us. */
export const testAccount: AskingHandler<typeof parcelCommands.testAccount, LockedAccount, Step[]> = {
  say: ({ tx }, { account_id: id }) => lockAccount(tx, id),
  send: async (outside, account) => {
    const line = lineOf(outside, carriers, account);
    if (typeof line === 'string') return [{ step: 'settings', ok: false, message: line }];
    const told = await carriers[account.adapter].test(line);
    const error = told.kind === 'ok' ? '' : told.error;
    const isKnown = told.kind === 'ok' || told.waitMs !== undefined;
    const isReached = isKnown || isDenied(told);
    return [
      { step: 'settings', ok: true, message: 'The address and the credentials are there.' },
      { step: 'connect', ok: isReached, message: isReached ? 'The carrier answers.' : error },
      ...(isReached
        ? [{ step: 'authenticate', ok: isKnown, message: isKnown ? 'The carrier knows us.' : error }]
        : []),
    ];
  },
  settle: async ({ tx }, { account_id: id }, asked, steps) => {
    const account = await lockAccount(tx, id);
    if (account.api_url !== asked.api_url || account.credentials_sealed !== asked.credentials_sealed)
      throw new Refusal('CONFLICT', 'The account was changed while it was tested; test it again.');
    const failed = steps.find(({ ok }) => !ok);
    await writeAccount(tx, id, { last_error: failed?.message ?? null, last_tested_at: new Date() });
    return { account_id: id, ok: !failed, steps };
  },
};
