/** v1: connections to channels, and what each channel calls our products. */
import {
  connectionSorts,
  findConnection,
  listConnections,
  listMappings,
  mappingSorts,
  type ConnectionRow,
  type MappingRow,
} from '../../../db/integration/connections.read.ts';
import { findNamed } from '../../../db/named.read.ts';
import { newId } from '../../../domain/new-id.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { connectionStatuses, connectors } from '../../../domain/integration/event-states.ts';
import { headerNames } from '../../../domain/integration/header-names.ts';
import { credentialsPlace } from '../../../domain/integration/sealed-places.ts';
import { assertApiUrl } from '../../../domain/integration/store-domain.ts';
import { unknownReference } from '../../../domain/refusal.ts';
import { integrationCommands as commands } from '../../../queues/integration/commands.ts';
import { syncScopes } from '../../../queues/integration/connections.ts';
import { nameText } from '../../../queues/name.ts';
import * as s from '../../../queues/schema.ts';
import { create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const connectionView = s.object({
  id: s.uuid(),
  channel_id: s.uuid(),
  merchant_id: s.uuid(),
  connector: s.choice(...connectors),
  name: s.freeText(),
  status: s.choice(...connectionStatuses),
  store_domain: s.nullable(s.freeText()),
  header_names: s.choice(...headerNames),
  api_url: s.nullable(s.freeText()),
  credential_names: s.described(
    s.listOf(s.freeText()),
    'Names only: the values are encrypted and never returned.',
  ),
  sync_scopes: s.listOf(s.text()),
  inventory_buffer: s.qty(),
  auto_sync: s.flag(),
  last_error: s.nullable(s.freeText()),
  last_tested_at: s.nullable(s.instant()),
  created_at: s.instant(),
});

type ConnectionView = s.Infer<typeof connectionView>;

const showConnection = ({
  match_by_sku: _match,
  has_webhook_secret: _hasSecret,
  paused_until: _paused,
  made_by: _madeBy,
  maker_token_id: _makerToken,
  updated_at: _updated,
  ...row
}: ConnectionRow): ConnectionView =>
  ({
    ...row,
    inventory_buffer: toJsonNumber(row.inventory_buffer),
    last_tested_at: row.last_tested_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }) as ConnectionView;

async function connection({ tx }: Call, { id }: { id: string }): Promise<ConnectionView> {
  const found = existing('connection', await findConnection(tx, id));
  return showConnection(found);
}

const mappingView = s.object({
  id: s.uuid(),
  connection_id: s.uuid(),
  merchant_id: s.uuid(),
  channel_sku: s.freeText(),
  oms_product_id: s.uuid(),
  sku: s.freeText(),
  created_at: s.instant(),
});

const showMapping = ({ item_id: itemId, ...row }: MappingRow): s.Infer<typeof mappingView> => ({
  ...row,
  oms_product_id: itemId,
  created_at: row.created_at.toISOString(),
});

const createBody = s.object({
  channel: s.described(
    s.text(64),
    'Id or code of a channel, or `storefront`: a channel of its own for each store, created if there is none.',
  ),
  credentials: s.optional(s.openObject(), 'Encrypted before they are stored; never returned.'),
  sync_scopes: s.optional(s.list(s.choice(...syncScopes), { max: 3 })),
  merchant_id: s.optional(idOrCode('Required in the 3PL edition.')),
  name: s.optional(nameText(200)),
  store_domain: s.optional(
    s.text(253),
    'The value of x-storefront-shop-domain, or x-shopify-shop-domain, in its webhooks.',
  ),
  header_names: s.optional(
    s.choice(...headerNames),
    'shopify: its requests have the headers x-shopify-* as well. Default storefront.',
  ),
  api_url: s.optional(s.text(500), "The address of the store's API: https, without a query."),
  match_by_sku: s.optional(s.flag(), 'Without a mapping, use an item with the same SKU. Default true.'),
  inventory_buffer: s.optional(s.qty({ min: 0 }), 'Held back from the stock the channel is told.'),
  auto_sync: s.optional(
    s.flag(),
    'Whether the store is told by itself: of stock, where sync_scopes has inventory, and of what became of its orders, where it has orders or is empty. Default true.',
  ),
});

async function createInput(call: Call, { channel, credentials, ...given }: s.Infer<typeof createBody>) {
  assertApiUrl(given.api_url, call.isPrivateAllowed);
  const { tx, organizationId, principal } = call;
  const fields = await withIds(call, given);
  const id = newId();
  const merchantId = fields.merchant_id ?? principal.merchant_id;
  const connector = connectors.find((one) => one === channel);
  // The connector's name asks for a channel that fits; anything else names one.
  const channelId = connector
    ? undefined
    : await findNamed(tx, 'channels', { given: channel, path: 'channel', merchantId });
  if (!channelId && !connector) throw unknownReference('channel', 'channel');
  const sealed = credentials && {
    credentials_sealed: call.seal(JSON.stringify(credentials), credentialsPlace(organizationId, id)),
    credential_names: Object.keys(credentials),
  };
  return {
    ...fields,
    ...sealed,
    connection_id: id,
    connector: connector ?? connectors[0],
    ...(channelId ? { channel_id: channelId } : {}),
  };
}

const mappingBody = s.object({
  connection_id: s.uuid(),
  channel_sku: s.text(200),
  oms_product_id: s.uuid(),
});

const connections = '/v1/oms/channels/connections';
const mappings = '/v1/oms/product-mappings';

export const channelEndpoints: readonly Endpoint[] = [
  list({
    path: connections,
    summary: 'Channel connections, newest first',
    permission: 'oms.channels.view',
    query: v1Query(
      { status: s.choice(...connectionStatuses), merchant_id: idOrCode(), channel_id: idOrCode() },
      Object.keys(connectionSorts),
    ),
    returns: connectionView,
    run: (call) =>
      listed(call, (tx, filters, page) => listConnections(tx, { ...filters, ...page }), showConnection),
  }),
  create({
    path: connections,
    summary: 'Connect a channel',
    permission: 'oms.channels.manage',
    command: commands.createConnection,
    body: createBody,
    input: createInput,
    respondWith: connection,
    returns: connectionView,
  }),
  list({
    path: mappings,
    summary: 'What channels call our products, newest first',
    permission: 'oms.channels.view',
    query: v1Query(
      { connection_id: s.uuid(), channel_sku: s.text(200), merchant_id: idOrCode() },
      Object.keys(mappingSorts),
    ),
    returns: mappingView,
    run: (call) =>
      listed(call, (tx, filters, page) => listMappings(tx, { ...filters, ...page }), showMapping),
  }),
  create({
    path: mappings,
    summary: 'Map a channel SKU to a product; orders waiting for it continue',
    permission: 'oms.channels.manage',
    command: commands.createMapping,
    body: mappingBody,
    input: (_call, { connection_id, channel_sku, oms_product_id }) => ({
      connection_id,
      channel_sku,
      item_id: oms_product_id,
    }),
    respondWith: async ({ tx }, { id }) => {
      const { rows } = await listMappings(tx, { id, page: 1, page_size: 1 });
      return showMapping(rows[0]!);
    },
    returns: mappingView,
  }),
];
