/** Keeps what storefronts send, across organizations: several webhooks in one transaction. */
import type { ArrivedWebhook, KeptWebhook } from '../../domain/integration/arrived-webhook.ts';
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { enqueueCommands } from '../tenancy/commands.write.ts';

/**
 * Commits the webhooks with the command that works on each first delivery. A repeat of an order (the same connection,
 * topic and external id) is kept as a duplicate of the first; two at once wait for each other at the unique index. Rows
 * are inserted in the order of their keys, so that two batches cannot deadlock.
 */
export function keepWebhooks(
  database: Database,
  webhooks: readonly ArrivedWebhook[],
  commandName: string,
): Promise<Map<string, KeptWebhook>> {
  const incoming = JSON.stringify(
    webhooks.map(({ raw_body: rawBody, ...webhook }) => ({ ...webhook, body: rawBody.toString('base64') })),
  );
  return database.system.transaction(async (tx) => {
    const inserted = await rows<{ id: string }>(
      tx,
      sql`insert into inbound_events (organization_id, id, connection_id, merchant_id, connector, topic, external_id,
            status, reason, routed_by, shop_domain, is_signed, raw_body)
          select organization_id, id, connection_id, merchant_id, connector, topic, external_id, status, reason,
                 routed_by, shop_domain, is_signed, decode(body, 'base64')
            from jsonb_to_recordset(${incoming}::jsonb) as i (organization_id uuid, id uuid, connection_id uuid,
                 merchant_id uuid, connector text, topic text, external_id text, status text, reason text,
                 routed_by text, shop_domain text, is_signed boolean, body text)
           order by organization_id, connection_id, topic, external_id, id
          on conflict (organization_id, connection_id, topic, external_id)
            where status <> 'duplicate' and external_id is not null do nothing
          returning id`,
    );
    const firsts = new Set(inserted.map(({ id }) => id));
    const kept = new Map<string, KeptWebhook>(
      [...firsts].map((id) => [id, { event_id: id, duplicate: false }]),
    );
    const repeats = webhooks.filter(({ id }) => !firsts.has(id));
    if (repeats.length > 0) {
      const ids = repeats.map(({ id }) => id);
      const found = await rows<{ id: string; duplicate_of: string }>(
        tx,
        sql`insert into inbound_events (organization_id, id, connection_id, merchant_id, connector, topic, external_id,
              status, routed_by, shop_domain, is_signed, raw_body, duplicate_of)
            select i.organization_id, i.id, i.connection_id, i.merchant_id, i.connector, i.topic, i.external_id,
                   'duplicate', i.routed_by, i.shop_domain, i.is_signed, decode(i.body, 'base64'), e.id
              from jsonb_to_recordset(${incoming}::jsonb) as i (organization_id uuid, id uuid, connection_id uuid,
                   merchant_id uuid, connector text, topic text, external_id text, routed_by text, shop_domain text,
                   is_signed boolean, body text)
              join inbound_events e on e.organization_id = i.organization_id and e.connection_id = i.connection_id
               and e.topic = i.topic and e.external_id = i.external_id and e.status <> 'duplicate'
             where i.id = any (${ids}::uuid[])
            returning id, duplicate_of`,
      );
      for (const { id, duplicate_of: first } of found) kept.set(id, { event_id: first, duplicate: true });
    }
    const toWorkOn = webhooks.filter(({ id, status }) => status === 'received' && firsts.has(id));
    if (toWorkOn.length === 0) return kept;
    await enqueueCommands(
      tx,
      toWorkOn.map((webhook) => ({
        id: webhook.command_id,
        organization_id: webhook.organization_id,
        name: commandName,
        queue: 'integration',
        input: { event_id: webhook.id },
        actor: {
          token_id: null,
          member_id: null,
          name: `${webhook.connector} ${webhook.routed_by === 'gap_search' ? 'gap search' : 'webhook'}`,
          permissions: [],
          merchant_id: null,
          ip: webhook.ip,
          request_id: webhook.request_id,
        },
      })),
    );
    return kept;
  });
}
