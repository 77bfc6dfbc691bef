/** Assembles what others tell us without a token: storefronts, by their routes and secrets, and carriers. */
import type { Logger } from 'pino';
import { shareLookUps } from '../../api/inbound/shared-lookups.ts';
import { openRouteSecrets } from '../../api/inbound/route-secrets.ts';
import { trackingReceiver } from '../../api/inbound/carrier-tracking.ts';
import { webhookReceiver } from '../../api/inbound/webhooks.ts';
import type { SidePage } from '../../api/http/exchange.ts';
import { createWebhookGate, type WebhookGate } from '../../api/limits/webhook-gate.ts';
import type { Database } from '../../db/database.ts';
import { findWebhookRoutes } from '../../db/integration/routes.read.ts';
import { keepFirsts, keepRepeats } from '../../db/integration/inbox.write.ts';
import { findCarrierSenders } from '../../db/parcels/tracking.read.ts';
import { tellingRefusals } from '../../db/sql-errors.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { integrationCommands } from '../../queues/integration/commands.ts';
import type { Gateway } from '../../queues/engine/gateway.ts';
import type { OpenCommands } from '../../queues/engine/open-commands.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import { openWebhookInbox } from '../../queues/integration/webhook-inbox.ts';

export interface InboundParts {
  database: Database;
  producer: Producer;
  openCommands: OpenCommands;
  keys: KeyRing;
  isUnsignedAccepted: boolean;
  isOnlyCell: boolean;
  log: Logger;
}

export function inboundPages(parts: InboundParts & { gateway: Gateway }): readonly SidePage[] {
  // One for all: an organization has its quota once.
  const gate = createWebhookGate();
  const find = shareLookUps((ids) => findCarrierSenders(parts.database, ids));
  return [inboundWebhooks(parts, gate), trackingReceiver({ ...parts, gate, find })];
}

function inboundWebhooks(
  { database, producer, openCommands, keys, isUnsignedAccepted, isOnlyCell, log }: InboundParts,
  gate: WebhookGate,
): SidePage {
  const { name: works } = integrationCommands.processEvent;
  const store = {
    keepFirsts: (webhooks: Parameters<typeof keepFirsts>[1]) =>
      tellingRefusals(keepFirsts(database, webhooks, works)),
    keepRepeats: (webhooks: Parameters<typeof keepRepeats>[1]) =>
      tellingRefusals(keepRepeats(database, webhooks)),
  };
  return webhookReceiver({
    routes: {
      storefront: shareLookUps((domains) => findWebhookRoutes(database, 'storefront', domains, isOnlyCell)),
    },
    inbox: openWebhookInbox(store, producer, works),
    openCommands,
    secretOf: openRouteSecrets(keys),
    isUnsignedAccepted,
    gate,
    log,
  });
}
