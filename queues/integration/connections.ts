/** Commands of storefront connections and their product mappings. */
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import { choice, flag, list, nullable, object, optional, qty, text, uuid } from '../schema.ts';
import { connectors } from '../../domain/integration/event-states.ts';
import { headerNames } from '../../domain/integration/header-names.ts';

export const syncScopes = ['orders', 'inventory', 'products'] as const;

/** The settings of a connection that can change; its credentials arrive here already sealed. */
const settings = {
  name: optional(nameText(200)),
  store_domain: optional(nullable(text(253))),
  header_names: optional(choice(...headerNames)),
  api_url: optional(nullable(text(500))),
  credentials_sealed: optional(text(60_000)),
  /** Already sealed; null removes the secret. */
  webhook_secret_sealed: optional(nullable(text(2_000))),
  credential_names: optional(list(text(100), { max: 50 })),
  sync_scopes: optional(list(choice(...syncScopes), { max: syncScopes.length })),
  match_by_sku: optional(flag()),
  inventory_buffer: optional(qty({ min: 0 })),
  auto_sync: optional(flag()),
};

const result = object({ id: uuid() });

export const connectionCommands = {
  createConnection: defineCommand({
    name: 'integration.create_connection',
    runs: 'inline',
    summary: "Connects a merchant's store.",
    input: object({
      connection_id: uuid(),
      connector: choice(...connectors),
      /** When omitted: a channel no other store uses, created when missing. */
      channel_id: optional(nullable(uuid())),
      merchant_id: optional(nullable(uuid())),
      ...settings,
    }),
    result,
  }),
  updateConnection: defineCommand({
    name: 'integration.update_connection',
    runs: 'inline',
    summary: 'Changes a connection; new credentials replace the old ones.',
    input: object({
      connection_id: uuid(),
      ...settings,
      status: optional(choice('pending', 'disabled')),
    }),
    result,
  }),
  createMapping: defineCommand({
    name: 'integration.create_mapping',
    runs: 'inline',
    summary: 'Maps a channel SKU to an item; orders that waited for it continue.',
    input: object({ connection_id: uuid(), channel_sku: text(200), item_id: uuid() }),
    result,
  }),
  updateMapping: defineCommand({
    name: 'integration.update_mapping',
    runs: 'inline',
    summary: 'Corrects which item a channel SKU means, for orders that arrive from now on.',
    input: object({ mapping_id: uuid(), item_id: uuid() }),
    result,
  }),
  applyMapping: defineCommand({
    name: 'integration.apply_mapping',
    runs: 'integration',
    summary: 'Sets the item on drafts that waited for a mapping, and resumes their flows.',
    input: object({ mapping_id: uuid() }),
    result: object({ order_count: optional(qty()) }),
  }),
};
