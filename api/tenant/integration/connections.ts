/** Connections to storefronts, and what each store calls our items. */
import {
  findConnection,
  listConnections,
  listMappings,
  type ConnectionRow,
  type MappingRow,
} from '../../../db/integration/connections.read.ts';
import { findNamed } from '../../../db/named.read.ts';
import { newId } from '../../../domain/new-id.ts';
import { connectionStatuses, connectors } from '../../../domain/integration/event-states.ts';
import { connectionSecretPlace, credentialsPlace } from '../../../domain/integration/sealed-places.ts';
import { assertApiUrl } from '../../../domain/integration/store-domain.ts';
import { unknownReference } from '../../../domain/refusal.ts';
import { integrationCommands as commands } from '../../../queues/integration/commands.ts';
import { syncScopes } from '../../../queues/integration/connections.ts';
import {
  choice,
  described,
  flag,
  freeText,
  instant,
  list as listField,
  listOf,
  nullable,
  object,
  openObject,
  optional,
  qty,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const connectionView = object({
  id: uuid(),
  merchant_id: uuid(),
  channel_id: uuid(),
  connector: choice(...connectors),
  name: freeText(),
  status: choice(...connectionStatuses),
  store_domain: nullable(freeText()),
  api_url: nullable(freeText()),
  paused_until: nullable(described(instant(), 'Until when the store asked to be left alone.')),
  /** The names of the stored credentials; their values are never returned. */
  credential_names: listOf(freeText()),
  has_webhook_secret: flag(),
  sync_scopes: listOf(text()),
  match_by_sku: flag(),
  inventory_buffer: qty(),
  last_error: nullable(freeText()),
  last_tested_at: nullable(instant()),
  created_at: instant(),
  updated_at: instant(),
});

const mappingView = object({
  id: uuid(),
  connection_id: uuid(),
  merchant_id: uuid(),
  channel_sku: freeText(),
  item_id: uuid(),
  sku: freeText(),
  created_at: instant(),
});

const showConnection = (row: ConnectionRow) => present(connectionView, row);
const showMapping = (row: MappingRow) => present(mappingView, row);

const connection = oneOf('connection', findConnection, showConnection);

async function mapping({ tx, organizationId }: Call, { id }: { id: string }) {
  const { rows } = await listMappings(tx, organizationId, { id, page: 1, page_size: 1 });
  return showMapping(rows[0]!);
}

const settings = {
  name: optional(text(200)),
  store_domain: optional(nullable(text(253))),
  api_url: optional(
    nullable(
      described(
        text(500),
        "The address of the store's API: https, without a query. A connection that moves to another one needs its credentials again.",
      ),
    ),
  ),
  credentials: optional(described(openObject(), 'Stored encrypted and never returned.')),
  webhook_secret: optional(
    nullable(
      described(
        text(500),
        "What this store signs with, instead of the flow's secret, which all stores of the organization share. Stored encrypted, never returned.",
      ),
    ),
  ),
  sync_scopes: optional(listField(choice(...syncScopes), { max: 3 })),
  match_by_sku: optional(
    described(flag(), 'Without a mapping, use an item with the same SKU. Default true.'),
  ),
  inventory_buffer: optional(described(qty({ min: 0 }), 'Held back from the stock the store is told.')),
};

const createBody = object({
  connector: choice(...connectors),
  channel: optional(
    described(
      text(64),
      "Id or code of a channel; by default, and for the connector's name, a channel of its own for each store.",
    ),
  ),
  merchant_id: optional(nullable(uuid())),
  ...settings,
});

const changeBody = object({ ...settings, status: optional(choice('pending', 'disabled')) });

interface Secrets {
  credentials?: Record<string, unknown> | undefined;
  webhook_secret?: string | null | undefined;
}

/** The credentials as one sealed text, and the secret as another, bound to the connection. */
function sealed(
  { organizationId, seal }: Call,
  connectionId: string,
  { credentials, webhook_secret: secret }: Secrets,
): { credentials_sealed?: string; credential_names?: string[]; webhook_secret_sealed?: string | null } {
  return {
    ...(credentials && {
      credentials_sealed: seal(JSON.stringify(credentials), credentialsPlace(organizationId, connectionId)),
      credential_names: Object.keys(credentials),
    }),
    ...(secret !== undefined && {
      webhook_secret_sealed: secret && seal(secret, connectionSecretPlace(organizationId, connectionId)),
    }),
  };
}

const path = '/api/integration/connections';

export const connectionEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Connections to storefronts',
    permission: 'integration.view',
    query: pagedQuery({ status: choice(...connectionStatuses), merchant_id: uuid(), channel_id: uuid() }),
    returns: connectionView,
    run: pageOf(listConnections, showConnection),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Connect a store',
    permission: 'integration.manage',
    command: commands.createConnection,
    body: createBody,
    input: async (call, { channel, credentials, webhook_secret, ...fields }) => {
      assertApiUrl(fields.api_url, call.isPrivateAllowed);
      const id = newId();
      const { tx, organizationId, principal } = call;
      const merchantId = fields.merchant_id ?? principal.merchant_id;
      const isFitting = connectors.some((connector) => connector === channel);
      const channelId =
        channel && !isFitting
          ? await findNamed(tx, organizationId, 'channels', { given: channel, path: 'channel', merchantId })
          : undefined;
      if (channel && !isFitting && !channelId) throw unknownReference('channel', 'channel');
      return {
        ...fields,
        ...sealed(call, id, { credentials, webhook_secret }),
        connection_id: id,
        ...(channelId ? { channel_id: channelId } : {}),
      };
    },
    respondWith: connection,
    returns: connectionView,
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One connection',
    permission: 'integration.view',
    returns: connectionView,
    run: byId(connection),
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change a connection; a disabled one accepts no webhooks',
    permission: 'integration.manage',
    command: commands.updateConnection,
    body: changeBody,
    input: (call, { credentials, webhook_secret, ...fields }) => {
      assertApiUrl(fields.api_url, call.isPrivateAllowed);
      const id = call.params['id']!;
      return { ...fields, ...sealed(call, id, { credentials, webhook_secret }), connection_id: id };
    },
    respondWith: connection,
    returns: connectionView,
  }),
  list({
    path: '/api/integration/product-mappings',
    summary: 'What stores call our items',
    permission: 'integration.view',
    query: pagedQuery({ connection_id: uuid(), channel_sku: text(200), merchant_id: uuid() }),
    returns: mappingView,
    run: pageOf(listMappings, showMapping),
  }),
  command({
    method: 'POST',
    path: '/api/integration/product-mappings',
    summary: 'Map a channel SKU to an item; orders waiting for it continue',
    permission: 'integration.manage',
    command: commands.createMapping,
    respondWith: mapping,
    returns: mappingView,
    status: 201,
  }),
  command({
    method: 'PATCH',
    path: '/api/integration/product-mappings/{id}',
    summary: 'Correct the item a channel SKU means; orders that have the former item keep it',
    permission: 'integration.manage',
    command: commands.updateMapping,
    pathToInput: { id: 'mapping_id' },
    respondWith: mapping,
    returns: mappingView,
  }),
];
