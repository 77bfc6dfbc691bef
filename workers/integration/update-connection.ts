/** Changes a connection; while disabled it accepts no webhooks and is sent nothing. */
import {
  lockConnection,
  updateConnection as writeConnection,
} from '../../db/integration/connections.write.ts';
import { connectionStates } from '../../domain/integration/event-states.ts';
import { normalisedStore } from '../../domain/integration/store-domain.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../engine/handler.ts';

export const updateConnection: Handler<typeof integrationCommands.updateConnection> = async (
  { tx, signal },
  { connection_id: id, store_domain: given, status: asked, ...fields },
) => {
  const domain = given === undefined ? {} : { store_domain: normalisedStore(given) };
  const present = await lockConnection(tx, id);
  if (isMoved(present.api_url, fields.api_url) && present.has_credentials && !fields.credentials_sealed)
    throw new Refusal(
      'CREDENTIALS_NEEDED',
      'The stored credentials are for the present api_url; enter the credentials again with the new one.',
      { api_url: present.api_url },
    );
  // New credentials or a new address have to be tested before they are used.
  const isNew = fields.credentials_sealed !== undefined || fields.api_url !== undefined;
  const action =
    asked === undefined ? (isNew ? 'renew' : 'edit') : asked === 'disabled' ? 'disable' : 'enable';
  await writeConnection(tx, id, {
    ...fields,
    ...domain,
    status: nextState(connectionStates, present.status, action),
    ...(isNew ? { last_error: null } : {}),
  });
  // Its store may have to be told of all its stock.
  signal({ kind: 'look', reason: 'events' });
  return { id };
};

/** Without an address, nothing is called: the next one decides where the credentials go. */
const isMoved = (present: string | null, next: string | null | undefined): boolean =>
  next !== undefined && next !== null && next !== present;
