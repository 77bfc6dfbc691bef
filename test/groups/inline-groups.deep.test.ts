/** Grouped inline commands: each is answered on its own, whatever happens to its neighbours. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { orderCommands } from '../../queues/orders/orders.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { InlineCommand, InlineEnd } from '../../queues/engine/submission.ts';
import { inlineRunner } from '../../workers/engine/run-inline.ts';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { runnerOn } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
  await platform.owner.query(`
    create function poison() returns trigger language plpgsql as $$
    begin raise exception 'poisoned' using errcode = 'XX000'; end $$;
    create trigger poison before insert on sales_orders for each row when (new.note = 'poison') execute function poison()`);
});
test.after.always(() => platform?.stop());

function orderOf(organization: TestOrganization, more: object = {}, key?: string): InlineCommand {
  return {
    command: orderCommands.createOrder,
    commandId: uuidv7(),
    organizationId: organization.id,
    input: { lines: [{ product_id: organization.items['PLAIN'], qty: 1, price: 2 }], ...more },
    actor: {
      token_id: organization.memberId,
      member_id: organization.memberId,
      name: 'test',
      permissions: [],
      merchant_id: null,
      ip: null,
      request_id: 'r',
    },
    idempotency: key
      ? { principal: organization.memberId, route: 'POST /orders', key, fingerprint: 'f' }
      : undefined,
  };
}

const wordOf = (end: InlineEnd): string => {
  if ('fault' in end) return 'fault';
  return typeof end.outcome === 'string' ? end.outcome : end.outcome.state;
};

async function logged({ id }: TestOrganization): Promise<Record<string, number>> {
  const { rows } = await platform.owner.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from commands where organization_id = $1 group by state order by state',
    [id],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

async function ordersOf({ id }: TestOrganization): Promise<number> {
  const { rows } = await platform.owner.query(
    'select count(*)::int as n from sales_orders where organization_id = $1',
    [id],
  );
  return rows[0].n as number;
}

test.serial('a group keeps its refusals and its keys, and a key within it is used once', async (t) => {
  const organization = await createOrganization(platform.database, { edition: 'standard' });
  const run = inlineRunner(runnerOn(platform.database));
  const [key, other] = [randomUUID(), randomUUID()];
  const first = await run([orderOf(organization, {}, key)]);
  t.deepEqual(first.map(wordOf), ['done']);
  const ends = await run([
    orderOf(organization),
    orderOf(organization, {}, key),
    orderOf(organization, { customer_id: randomUUID() }, other),
    orderOf(organization, {}, other),
    ...Array.from({ length: 60 }, () => orderOf(organization)),
  ]);
  t.deepEqual(ends.slice(0, 4).map(wordOf), ['done', 'key_taken', 'refused', 'key_taken']);
  t.deepEqual([...new Set(ends.slice(4).map(wordOf))], ['done']);
  t.deepEqual(await logged(organization), { done: 62, refused: 1 });
  t.is(await ordersOf(organization), 62);
});

test.serial('one that faults hurts itself alone, and leaves no row of its own', async (t) => {
  const organization = await createOrganization(platform.database, { edition: 'standard' });
  const run = inlineRunner(runnerOn(platform.database));
  const ends = await run(
    Array.from({ length: 64 }, (_, index) =>
      orderOf(organization, index === 20 ? { note: 'poison' } : { note: 'fine' }, randomUUID()),
    ),
  );
  t.is(wordOf(ends[20]!), 'fault');
  t.is(ends.filter((end) => wordOf(end) === 'done').length, 63);
  t.deepEqual(await logged(organization), { done: 63 });
  t.is(await ordersOf(organization), 63);
});

test.serial('two groups with the same keys at once do each of them once', async (t) => {
  const organization = await createOrganization(platform.database, { edition: 'standard' });
  const run = inlineRunner(runnerOn(platform.database));
  const keys = Array.from({ length: 32 }, () => randomUUID());
  const groupOf = (order: readonly string[]) => run(order.map((key) => orderOf(organization, {}, key)));
  const [one, two] = await Promise.all([groupOf(keys), groupOf(keys.toReversed())]);
  const words = [...one, ...two].map(wordOf);
  t.is(words.filter((word) => word === 'done').length, 32);
  t.is(words.filter((word) => word === 'key_taken').length, 32);
  t.is(await ordersOf(organization), 32);
});

function labelOf(organization: TestOrganization, more: object = {}): InlineCommand {
  const input = { label_kind: 'carton', zpl_content: '^XA^FDhello^FS^XZ', ...more };
  return { ...orderOf(organization), command: printJobCommands.createJob, input };
}

async function labelsOf({
  id,
}: TestOrganization): Promise<{ labels: number; told: number; dispatches: number }> {
  const { rows } = await platform.owner.query(
    `select (select count(*)::int from print_jobs where organization_id = $1) as labels,
            (select count(distinct command_id)::int from events
              where organization_id = $1 and type = 'print_job.queued') as told,
            (select count(*)::int from commands
              where organization_id = $1 and name = 'printing.dispatch') as dispatches`,
    [id],
  );
  return rows[0];
}

test.serial('labels of a group are queued together, each told of by its own command', async (t) => {
  const organization = await createOrganization(platform.database, { edition: 'standard' });
  const run = inlineRunner(runnerOn(platform.database));
  const ends = await run(Array.from({ length: 64 }, () => labelOf(organization)));
  t.deepEqual([...new Set(ends.map(wordOf))], ['done']);
  t.deepEqual(await labelsOf(organization), { labels: 64, told: 64, dispatches: 64 });
});

test.serial('a label that is refused is refused alone, and leaves nothing', async (t) => {
  const organization = await createOrganization(platform.database, { edition: 'standard' });
  const run = inlineRunner(runnerOn(platform.database));
  const bad: Record<number, object> = {
    3: { zpl_content: '^XA^FDnever ends' },
    9: { device_id: randomUUID() },
    12: { warehouse_id: randomUUID() },
  };
  const ends = await run(Array.from({ length: 20 }, (_, index) => labelOf(organization, bad[index])));
  t.deepEqual(
    ends.flatMap((end, index) => (wordOf(end) === 'refused' ? [index] : [])),
    [3, 9, 12],
  );
  t.is(ends.filter((end) => wordOf(end) === 'done').length, 17);
  t.deepEqual(await labelsOf(organization), { labels: 17, told: 17, dispatches: 17 });
});

/** What is kept of commands done and refused: alone, by a token of one merchant, and several of a kind together. */
async function keptOf(isKeyed: boolean): Promise<unknown[]> {
  const organization = await createOrganization(platform.database, { edition: 'standard' });
  const run = inlineRunner(runnerOn(platform.database));
  const fresh = (one: InlineCommand): InlineCommand => ({
    ...orderOf(organization, {}, isKeyed ? randomUUID() : undefined),
    command: one.command,
    input: one.input,
    actor: one.actor,
  });
  const orders = [orderOf(organization), orderOf(organization, { customer_id: randomUUID() })];
  const labels = [labelOf(organization), labelOf(organization, { zpl_content: '^XA^FDnever ends' })];
  for (const one of [...orders, ...labels]) await run([fresh(one)]);
  for (const one of orders)
    await run([fresh({ ...one, actor: { ...one.actor, merchant_id: organization.merchantId } })]);
  for (const some of [orders, labels]) await run([...some, ...some].map(fresh));
  const { rows } = await platform.owner.query(
    `select name, queue, input, state, outcome, actor, job_id, dispatches,
            next_dispatch_at, finished_at >= created_at as is_finished,
            (select array_agg(e.type order by e.position) from events e
              where e.organization_id = c.organization_id and e.command_id = c.id) as told
       from commands c where organization_id = $1 and queue = 'inline' order by id`,
    [organization.id],
  );
  // Ids, document numbers and moments are each organization's own.
  const own = /"[^"]*(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT|SO-\d)[^"]*"/g;
  return JSON.parse(JSON.stringify(rows).replaceAll(own, '"own"')) as unknown[];
}

test.serial('a row written with its outcome says what one written before its command ran says', async (t) => {
  const [unkeyed, keyed] = [await keptOf(false), await keptOf(true)];
  t.is(unkeyed.length, 14);
  t.deepEqual(unkeyed, keyed);
});
