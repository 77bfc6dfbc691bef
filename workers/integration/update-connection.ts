/** Changes a connection; disabled, it takes no webhooks and is sent nothing. */
import { updateConnection as writeConnection } from '../../db/integration/connections.write.ts';
import { normalisedStore } from '../../domain/integration/store-domain.ts';
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../handler.ts';

export const updateConnection: Handler<typeof integrationCommands.updateConnection> = async (
  { tx, organizationId },
  { connection_id: id, store_domain: given, ...fields },
) => {
  const domain = given === undefined ? {} : { store_domain: normalisedStore(given) };
  await writeConnection(tx, organizationId, id, { ...fields, ...domain });
  return { id };
};
