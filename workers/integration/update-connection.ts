/** Changes a connection; disabled, it takes no webhooks and is sent nothing. */
import { updateConnection as writeConnection } from '../../db/integration/connections.write.ts';
import { storeDomain } from '../../domain/integration/store-domain.ts';
import { invalid } from '../../domain/refusals.ts';
import type { integrationCommands } from '../../queues/integration/commands.ts';
import type { Handler } from '../handler.ts';

export const updateConnection: Handler<typeof integrationCommands.updateConnection> = async (
  { tx, organizationId },
  { connection_id: id, store_domain: given, ...fields },
) => {
  const domain = given && storeDomain(given);
  if (domain === '' && given)
    throw invalid('store_domain', 'host', 'store_domain must be the host name of a store');
  await writeConnection(tx, organizationId, id, {
    ...fields,
    ...(given === undefined ? {} : { store_domain: domain }),
  });
  return { id };
};
