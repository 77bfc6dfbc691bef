/** Changes a connection; while disabled it accepts no webhooks and is sent nothing. */
import { hurryPushes, recallPushes } from '../../db/integration/waiting-pushes.write.ts';
import { takeChannelAgain } from '../../db/integration/connection-channels.write.ts';
import {
  lockConnection,
  updateConnection as writeConnection,
} from '../../db/integration/connections.write.ts';
import { makingAccess } from '../../db/tenancy/makers.ts';
import { connectionStates } from '../../domain/integration/event-states.ts';
import { normalisedStore } from '../../domain/integration/store-domain.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';

export const updateConnection: Handler<typeof integrationCommands.updateConnection> = async (
  { tx, signal, actor },
  { connection_id: id, store_domain: given, status: asked, ...fields },
) => {
  const domain = given === undefined ? {} : { store_domain: normalisedStore(given) };
  // New credentials or a new address have to be tested before they are used.
  const isNew = fields.credentials_sealed !== undefined || fields.api_url !== undefined;
  // Before the connection: a revocation locks the token first as well.
  const makers = isNew ? (await makingAccess(tx, actor)).makers : {};
  const present = await lockConnection(tx, id);
  if (isMoved(present.api_url, fields.api_url) && present.has_credentials && !fields.credentials_sealed)
    throw new Refusal(
      'CREDENTIALS_NEEDED',
      'The stored credentials are for the present api_url; enter the credentials again with the new one.',
      { api_url: present.api_url },
    );
  const action =
    asked === undefined ? (isNew ? 'renew' : 'edit') : asked === 'disabled' ? 'disable' : 'enable';
  if (action === 'enable' && present.status === 'disabled') await takeChannelAgain(tx, present);
  await writeConnection(tx, id, {
    ...fields,
    ...domain,
    ...makers,
    status: nextState(connectionStates, present.status, action),
    ...(isNew ? { last_error: null } : {}),
  });
  if (fields.credentials_sealed !== undefined) await recallPushes(tx, id);
  if (isNew || action === 'enable') await hurryPushes(tx, id);
  signal({ kind: 'look', reason: 'pushes' });
  // Its store may have to be told of all its stock.
  signal({ kind: 'look', reason: 'events' });
  return { id };
};

/** Without an address, nothing is called: the next one decides where the credentials go. */
const isMoved = (present: string | null, next: string | null | undefined): boolean =>
  next !== undefined && next !== null && next !== present;
