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
import { headerNames } from '../../../domain/integration/header-names.ts';
import { connectionSecretPlace, credentialsPlace } from '../../../domain/integration/sealed-places.ts';
import { assertApiUrl } from '../../../domain/integration/store-domain.ts';
import { unknownReference } from '../../../domain/refusal.ts';
import { integrationCommands as commands } from '../../../queues/integration/commands.ts';
import { syncScopes } from '../../../queues/integration/connections.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const connectionView = s.object({
  id: s.uuid(),
  merchant_id: s.uuid(),
  channel_id: s.uuid(),
  connector: s.choice(...connectors),
  name: s.freeText(),
  status: s.choice(...connectionStatuses),
  store_domain: s.nullable(s.freeText()),
  header_names: s.choice(...headerNames),
  api_url: s.nullable(s.freeText()),
  paused_until: s.nullable(s.described(s.instant(), 'Until when the store asked to be left alone.')),
  /** The names of the stored credentials; their values are never returned. */
  credential_names: s.listOf(s.freeText()),
  has_webhook_secret: s.flag(),
  sync_scopes: s.listOf(s.text()),
  match_by_sku: s.flag(),
  inventory_buffer: s.qty(),
  auto_sync: s.flag(),
  last_error: s.nullable(s.freeText()),
  last_tested_at: s.nullable(s.instant()),
  made_by: s.described(
    s.listOf(s.uuid()),
    'The members whose access it was set up with, at any remove. It goes on when they leave.',
  ),
  maker_token_id: s.nullable(
    s.uuid(),
    'The access token it was made with, or its address or credentials last changed; end_what_it_made ends it with that.',
  ),
  created_at: s.instant(),
  updated_at: s.instant(),
});

const mappingView = s.object({
  id: s.uuid(),
  connection_id: s.uuid(),
  merchant_id: s.uuid(),
  channel_sku: s.freeText(),
  item_id: s.uuid(),
  sku: s.freeText(),
  created_at: s.instant(),
});

const showConnection = (row: ConnectionRow) => present(connectionView, row);
const showMapping = (row: MappingRow) => present(mappingView, row);

const connection = oneOf('connection', findConnection, showConnection);

async function mapping({ tx }: Call, { id }: { id: string }) {
  const { rows } = await listMappings(tx, { id, page: 1, page_size: 1 });
  return showMapping(rows[0]!);
}

const settings = {
  name: s.optional(nameText(200)),
  store_domain: s.optional(s.nullable(s.text(253))),
  header_names: s.optional(
    s.choice(...headerNames),
    'shopify: its webhooks may have the headers x-shopify-*, which are always signed, beside x-storefront-*; and it is sent its token as x-shopify-access-token. Default storefront.',
  ),
  api_url: s.optional(
    s.nullable(
      s.described(
        s.text(500),
        "The address of the store's API: https, without a query. A connection that moves to another one needs its credentials again.",
      ),
    ),
  ),
  credentials: s.optional(s.openObject(), 'Stored encrypted and never returned.'),
  webhook_secret: s.optional(
    s.nullable(
      s.described(
        s.text(500),
        "What this store signs with, instead of the flow's secret, which all stores of the organization share. Stored encrypted, never returned.",
      ),
    ),
  ),
  sync_scopes: s.optional(s.list(s.choice(...syncScopes), { max: 3 })),
  match_by_sku: s.optional(s.flag(), 'Without a mapping, use an item with the same SKU. Default true.'),
  inventory_buffer: s.optional(s.qty({ min: 0 }), 'Held back from the stock the store is told.'),
  auto_sync: s.optional(
    s.flag(),
    'Whether the store is told by itself: of stock, where sync_scopes has inventory, and of what became of its orders, where it has orders or is empty. Default true.',
  ),
};

const createBody = s.object({
  connector: s.choice(...connectors),
  channel: s.optional(
    s.text(64),
    "Id or code of a channel; by default, and for the connector's name, a channel of its own for each store.",
  ),
  merchant_id: s.optional(s.nullable(s.uuid())),
  ...settings,
});

const changeBody = s.object({ ...settings, status: s.optional(s.choice('pending', 'disabled')) });

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
    query: pagedQuery({
      status: s.choice(...connectionStatuses),
      merchant_id: s.uuid(),
      channel_id: s.uuid(),
    }),
    returns: connectionView,
    run: pageOf(listConnections, showConnection),
  }),
  create({
    path,
    summary: 'Connect a store',
    permission: 'integration.manage',
    command: commands.createConnection,
    body: createBody,
    input: async (call, { channel, credentials, webhook_secret, ...fields }) => {
      assertApiUrl(fields.api_url, call.isPrivateAllowed);
      const id = newId();
      const { tx, principal } = call;
      const merchantId = fields.merchant_id ?? principal.merchant_id;
      const isFitting = connectors.some((connector) => connector === channel);
      const channelId =
        channel && !isFitting
          ? await findNamed(tx, 'channels', { given: channel, path: 'channel', merchantId })
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
    query: pagedQuery({ connection_id: s.uuid(), channel_sku: s.text(200), merchant_id: s.uuid() }),
    returns: mappingView,
    run: pageOf(listMappings, showMapping),
  }),
  create({
    path: '/api/integration/product-mappings',
    summary: 'Map a channel SKU to an item; orders waiting for it continue',
    permission: 'integration.manage',
    command: commands.createMapping,
    respondWith: mapping,
    returns: mappingView,
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
