/** Stores inbound webhooks across organizations: several in one statement, which is its own transaction. */
import type { ArrivedWebhook } from '../../domain/integration/arrived-webhook.ts';
import { eventStates } from '../../domain/integration/event-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import { rows, type Database } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { enqueueing, type NewCommand } from '../engine/commands.write.ts';

/**
 * Commits first deliveries, each with the command that processes it, and returns their event ids. The others are
 * repeats of an order (same connection, topic and external id) and are not stored yet; two at once wait for each other
 * at the unique index. Rows are inserted in key order, so that two batches cannot deadlock.
 */
export async function keepFirsts(
  database: Database,
  webhooks: readonly ArrivedWebhook[],
  commandName: string,
): Promise<Set<string>> {
  const toWorkOn = webhooks.filter(({ status }) => status === 'received');
  const isFirst = sql`(i.input ->> 'event_id')::uuid in (select id from firsts)`;
  const inserted = await rows<{ id: string }>(
    database.system,
    sql`with firsts as (
          insert into inbound_events (organization_id, id, connection_id, merchant_id, connector, topic, external_id,
            status, reason, routed_by, delivery_id, shop_domain, is_signed, raw_body)
          select organization_id, id, connection_id, merchant_id, connector, topic, external_id, status, reason,
                 routed_by, delivery_id, shop_domain, is_signed, raw_body
            from ${arrived(webhooks)}
           order by organization_id, connection_id, topic, external_id, id
          on conflict (organization_id, connection_id, topic, external_id)
            where status <> 'duplicate' and external_id is not null do nothing
          returning id),
        work as (${enqueueing(
          toWorkOn.map((webhook) => workOn(webhook, commandName)),
          isFirst,
        )})
        select id from firsts`,
  );
  return new Set(inserted.map(({ id }) => id));
}

/** Commits repeats as duplicates of the first delivery; returns the first delivery's event for each. */
export async function keepRepeats(
  database: Database,
  webhooks: readonly ArrivedWebhook[],
): Promise<Map<string, string>> {
  const kept = await rows<{ id: string; duplicate_of: string }>(
    database.system,
    sql`insert into inbound_events (organization_id, id, connection_id, merchant_id, connector, topic, external_id,
          status, routed_by, delivery_id, shop_domain, is_signed, raw_body, duplicate_of)
        select i.organization_id, i.id, i.connection_id, i.merchant_id, i.connector, i.topic, i.external_id,
               ${nextState(eventStates, 'received', 'repeat')}, i.routed_by, i.delivery_id, i.shop_domain, i.is_signed,
               i.raw_body, e.id
          from ${arrived(webhooks)}
          join inbound_events e on e.organization_id = i.organization_id and e.connection_id = i.connection_id
           and e.topic = i.topic and e.external_id = i.external_id and e.status <> 'duplicate'
        returning id, duplicate_of`,
  );
  return new Map(kept.map(({ id, duplicate_of: first }) => [id, first]));
}

/**
 * The webhooks as rows named `i`. Their bodies are concatenated in one parameter, which travels as raw bytes; an array
 * of them would be encoded as hex text, twice as long, and parsed again.
 */
function arrived(webhooks: readonly ArrivedWebhook[]): SqlText {
  let next = 1;
  const facts = webhooks.map(({ raw_body: { length }, ...fact }) => {
    const first = next;
    next += length;
    return { ...fact, first, length };
  });
  const bytes = Buffer.concat(webhooks.map(({ raw_body: rawBody }) => rawBody));
  return sql`(select organization_id, id, connection_id, merchant_id, connector, topic, external_id, status, reason,
           routed_by, delivery_id, shop_domain, is_signed, substring(${bytes}::bytea from first for length) as raw_body
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as (organization_id uuid, id uuid, connection_id uuid,
           merchant_id uuid, connector text, topic text, external_id text, status text, reason text, routed_by text,
           delivery_id text, shop_domain text, is_signed boolean, first integer, length integer)) i`;
}

function workOn(webhook: ArrivedWebhook, commandName: string): NewCommand {
  return {
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
  };
}
