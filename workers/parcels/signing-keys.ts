/**
 * The public keys that carriers sign their webhooks with, read from where they publish them: when an account is made or
 * moves, and every hour, since a key is published before it is used. A webhook itself makes nobody ask.
 */
import {
  changeSigningKeys,
  listKeysToRead,
  lockAccount,
  postponeSigningKeys,
  type LockedAccount,
} from '../../db/parcels/accounts.write.ts';
import { adapters } from '../../domain/parcels/carriers.ts';
import { hasPublishedKeys, type SigningKey } from '../../domain/parcels/tracking-proof.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { AskingHandler } from '../engine/handler.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';
import { carriers } from './carriers/carriers.ts';

// The rest is read with the next run.
const atOnce = 200;

/** Every ten minutes. Safe in several processes at once: what is read twice is the same. */
export async function readAllSigningKeys(parts: Scheduling): Promise<void> {
  const due = await listKeysToRead(parts.database, adapters.filter(hasPublishedKeys), atOnce);
  await submitDue(
    parts,
    'keys of carriers',
    parcelCommands.readSigningKeys,
    due.map(({ organization_id, id }) => ({ organization_id, input: { account_id: id } })),
  );
}

/** Keys that could not be read leave those that are there. Far sides that never answer keep nobody else from being asked. */
export const readSigningKeys: AskingHandler<
  typeof parcelCommands.readSigningKeys,
  LockedAccount,
  SigningKey[] | undefined
> = {
  say: ({ tx }, { account_id: id }) => lockAccount(tx, id),
  send: async ({ send }, { adapter, api_url }) => {
    const answer = await carriers[adapter].signingKeys?.({ send, api_url });
    return answer?.kind === 'ok' ? answer.answer : undefined;
  },
  settle: async ({ tx }, { account_id: id }, asked, keys) => {
    const account = await lockAccount(tx, id);
    if (account.api_url !== asked.api_url) return { id };
    await (keys ? changeSigningKeys(tx, id, keys) : postponeSigningKeys(tx, id));
    return { id };
  },
};
