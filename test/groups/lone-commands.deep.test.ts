/**
 * Scans and steps of orders that are alone in their lane run in the API: no workers are needed for them. What cannot end there goes to its
 * queue and is done once, behind whatever came before it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { watchOpenCommands } from '../../queues/engine/open-commands.ts';
import { lanePolicy } from '../../queues/engine/policies.ts';
import { openGateway } from '../../queues/engine/gateway.ts';
import { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { InlineCommand } from '../../queues/engine/submission.ts';
import { commandStore } from '../../server/api/command-store.ts';
import { openEngine } from '../../server/open-engine.ts';
import { inlineRunner, loneRunner } from '../../workers/engine/run-inline.ts';
import { createOrganization, type TestOrganization } from '../helpers/organization.ts';
import { createClient } from '../helpers/client.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { runnerOn } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false, api: { lanes: { loneAtOnceMax: 4 } } });
});
test.after.always(() => platform?.stop());

const input = ({ warehouseId, items, locations }: TestOrganization, more: object = { qty_delta: 1 }) => ({
  warehouse_id: warehouseId,
  item_id: items['PLAIN'],
  location_id: locations['A-01'],
  reason_code: 'found',
  ...more,
});

async function shelf() {
  const organization = await createOrganization(platform.database, { edition: 'standard' });
  const client = createClient(platform.url, organization);
  const { id } = organization;
  const rowsOf = async (text: string) => (await platform.owner.query(text, [id])).rows;
  return {
    organization,
    adjust: (more: object, headers: Record<string, string> = {}) =>
      client.post('/api/wms/inventory/adjust', input(organization, more), { headers }),
    commands: () =>
      rowsOf('select state, queue, job_id from commands where organization_id = $1 order by id'),
    stock: async () =>
      (await rowsOf('select sum(qty)::float as qty from inventory_balances where organization_id = $1'))[0]
        .qty,
    entries: async () =>
      (await rowsOf('select count(*)::int as n from inventory_ledger where organization_id = $1'))[0].n,
  };
}

const actorOf = (organization: TestOrganization) => ({
  token_id: organization.memberId,
  member_id: organization.memberId,
  name: 'test',
  permissions: [],
  merchant_id: null,
  ip: null,
  request_id: 'r',
});

const async = { prefer: 'respond-async' };
const short = { prefer: 'wait=1' };

test('a lone scan is answered without workers, and has its row, its events and its refusal', async (t) => {
  const { adjust, commands, stock, organization } = await shelf();
  const done = await adjust({ qty_delta: 3 });
  t.is(done.status, 200, done.text);
  const refused = await adjust({ qty_delta: -5 });
  t.is(refused.body.error.code, 'INSUFFICIENT_STOCK', refused.text);
  t.is(await stock(), 3);
  t.deepEqual(await commands(), [
    { state: 'done', queue: 'inventory', job_id: null },
    { state: 'refused', queue: 'inventory', job_id: null },
  ]);
  const { rows } = await platform.owner.query('select type from events where organization_id = $1', [
    organization.id,
  ]);
  t.deepEqual(rows, [{ type: 'inventory.adjusted' }]);
});

test('the steps of a lone order are answered without workers too, until its goods have left', async (t) => {
  const { organization, adjust, commands, stock } = await shelf();
  t.is((await adjust({ qty_delta: 5 })).status, 200);
  const client = createClient(platform.url, organization);
  const lines = [{ product_id: organization.items['PLAIN'], qty: 2, price: 9.5 }];
  const { body } = await client.post('/api/oms/orders', { lines });
  const path = `/api/oms/orders/${body.data.id}`;
  for (const action of ['submit', 'approve']) t.is((await client.patch(path, { action })).status, 200);
  const pushed = await client.post(`${path}/push-to-wms`, {});
  t.is(pushed.status, 200, pushed.text);
  const shipment = `/api/wms/shipments/${pushed.body.data.wms_shipments[0].id}`;
  t.is((await client.patch(shipment, { action: 'ship' })).status, 200);
  t.is(await stock(), 3);
  t.deepEqual(
    (await commands()).map(({ state, queue }) => `${queue} ${state}`),
    [
      'inventory done',
      'inline done',
      'allocation done',
      'allocation done',
      'push-to-wms done',
      'inventory done',
      // The label of its packing list is nobody's to wait for.
      'print-dispatch accepted',
    ],
  );
});

test('the same key, five at once and later, is one adjustment with one answer', async (t) => {
  const { adjust, entries } = await shelf();
  const headers = { 'idempotency-key': 'once' };
  const first = await adjust({ qty_delta: 2 }, headers);
  const more = await Promise.all(Array.from({ length: 5 }, () => adjust({ qty_delta: 2 }, headers)));
  for (const one of more) t.deepEqual([one.status, one.body], [200, first.body], one.text);
  t.is(await entries(), 1);
  const other = await adjust({ qty_delta: 9 }, headers);
  t.is(other.status, 422, other.text);
});

test.serial('it passes no command of its name that is not finished; each is done once', async (t) => {
  const { adjust, commands, stock, entries } = await shelf();
  t.is((await adjust({ qty_delta: 5 }, async)).status, 202);
  const second = await adjust({ qty_delta: 1 }, short);
  t.is(second.status, 202, second.text);
  t.true((await commands()).every(({ state }) => state === 'accepted'));
  const workers = await platform.startWorkers();
  await until('both are done', async () => (await commands()).every(({ state }) => state === 'done'));
  await workers.stop();
  t.deepEqual([await stock(), await entries()], [6, 2]);
});

test.serial('what somebody holds is not waited for: it goes to its queue, and is done once', async (t) => {
  const { adjust, commands, stock, entries, organization } = await shelf();
  t.is((await adjust({ qty_delta: 1 })).status, 200);
  const holder = await platform.owner.connect();
  await holder.query('begin');
  await holder.query('select 1 from inventory_balances where organization_id = $1 for update', [
    organization.id,
  ]);
  const held = await adjust({ qty_delta: 1 }, short);
  t.is(held.status, 202, held.text);
  await holder.query('rollback');
  holder.release();
  t.deepEqual(
    (await commands()).map(({ state }) => state),
    ['done', 'accepted'],
  );
  const workers = await platform.startWorkers();
  await until('it is done', async () => (await commands()).every(({ state }) => state === 'done'));
  await workers.stop();
  t.deepEqual([await stock(), await entries()], [2, 2]);
});

test.serial('what is answered before it is done is done behind what came before it', async (t) => {
  const { adjust, commands, stock, organization } = await shelf();
  t.is((await adjust({ qty_delta: 1 })).status, 200);
  const holder = await platform.owner.connect();
  await holder.query('begin');
  await holder.query('select 1 from inventory_balances where organization_id = $1 for update', [
    organization.id,
  ]);
  const workers = await platform.startWorkers();
  // The first tries to run in the API, where the lock sends it to its queue; each of the others needs the one before it.
  const first = adjust({ qty_delta: 4 });
  await pause(5);
  const rest = [];
  for (const qty of [-5, 3, -3]) rest.push(await adjust({ qty_delta: qty }, async));
  t.deepEqual(
    rest.map(({ status }) => status),
    [202, 202, 202],
  );
  await holder.query('rollback');
  holder.release();
  t.is((await first).status, 200);
  await until('all are ended', async () => (await commands()).every(({ state }) => state !== 'accepted'));
  await workers.stop();
  t.deepEqual(
    (await commands()).map(({ state }) => state),
    ['done', 'done', 'done', 'done', 'done'],
  );
  t.is(await stock(), 0);
});

test('what an earlier one has not done yet is no reason to refuse it', async (t) => {
  const { adjust, commands, organization } = await shelf();
  const unit = { item_id: organization.items['SERIAL'], qty_delta: 1, serial_nos: ['S-1'] };
  const first = await adjust(unit);
  t.is(first.status, 200, first.text);
  t.is((await adjust({ ...unit, qty_delta: -1 }, async)).status, 202);
  const { appUrl, systemUrl, redisUrl, prefix } = platform;
  const names = { appUrl, systemUrl, redisUrl, prefix, poolMax: 2, applicationName: 'test' };
  const engine = await openEngine(names);
  t.teardown(() => engine.close());
  const end = await loneRunner(runnerOn(engine.database))({
    command: inventoryCommands.adjustInventory,
    commandId: uuidv7(),
    input: input(organization, unit),
    organizationId: organization.id,
    actor: actorOf(organization),
  });
  t.true('fault' in end, 'it goes to its queue, behind the one that takes the unit away');
  t.deepEqual(
    (await commands()).map(({ state }) => state),
    ['done', 'accepted'],
  );
});

test('a commit that nobody heard of is told from its row, and nothing is done twice', async (t) => {
  const { organization, entries, commands } = await shelf();
  const { appUrl, systemUrl, redisUrl } = platform;
  const engine = await openEngine({
    appUrl,
    systemUrl,
    redisUrl,
    prefix: platform.prefix,
    poolMax: 4,
    applicationName: 'test',
  });
  t.teardown(() => engine.close());
  const { database, producer, listener } = engine;
  const runner = runnerOn(database);
  const heardNothing = async (asked: InlineCommand) => {
    await loneRunner(runner)(asked);
    return { fault: new Error('the connection ended') };
  };
  const runs = { runInline: inlineRunner(runner), runLone: heardNothing };
  const open = watchOpenCommands(async () => 0);
  const policy = { ...lanePolicy, loneRestMs: 0 };
  const gateway = openGateway(commandStore(database), producer, listener, runs, open, policy);
  t.teardown(() => gateway.stopWaiting());
  const submission = {
    command: inventoryCommands.adjustInventory,
    input: input(organization),
    organizationId: organization.id,
    actor: actorOf(organization),
  };
  const submitted = await gateway.submit(submission, 5_000);
  t.is(submitted.kind, 'outcome');
  t.is(submitted.kind === 'outcome' && submitted.outcome.state, 'done');
  const idempotency = { principal: organization.memberId, route: 'POST /a', key: 'k', fingerprint: 'f' };
  const keyed = await gateway.submit({ ...submission, idempotency }, 5_000);
  t.is(keyed.kind, 'earlier', 'its key is known by then');
  t.is(await entries(), 2);
  t.deepEqual(
    (await commands()).map(({ state }) => state),
    ['done', 'done'],
  );
});
