/** Claims that arrive together share a transaction, and each is still answered as if it had asked alone. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { patch, read } from '../fulfillment/outbound-rig.ts';
import { ask, count, next, plannedMove, receivingTask, wave } from './work-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const people = (many: number) =>
  Promise.all(
    Array.from({ length: many }, () =>
      platform.clientWith(platform.standard, [
        'wms.moves.work',
        'wms.picking.work',
        'wms.cycle_count.work',
        'wms.inbound.receive',
      ]),
    ),
  );

const inOrder = (ids: readonly string[]): string[] => ids.toSorted((one, other) => (one < other ? -1 : 1));

test.serial(
  'of many who ask at once each is given other work, of every kind, and what is left over is none',
  async (t) => {
    const made = await wave(platform, 5);
    const counts = [await count(platform), await count(platform)];
    const receiving = [await receivingTask(platform), await receivingTask(platform)];
    const moves = [
      await plannedMove(platform),
      await plannedMove(platform),
      await plannedMove(platform, { priority: 1 }),
    ];
    const clients = await people(15);
    const given = await Promise.all(clients.map((client) => next(platform, {}, client)));
    const ids = given.flatMap((work) => (work ? [work.id] : []));
    t.is(new Set(ids).size, ids.length);
    const picks = await read(platform.client, `/api/wms/pick-tasks?wave_id=${made.id}`);
    const expected = [...counts, ...receiving, ...moves, ...picks].map(({ id }: any) => id);
    t.deepEqual(inOrder(ids), inOrder(expected), 'twelve for fifteen');
    t.is((await read(platform.client, `/api/wms/waves/${made.id}`)).status, 'picking');
    for (const { id } of moves)
      t.is((await read(platform.client, `/api/wms/moves/${id}`)).status, 'assigned');
    for (const { kind, finish } of given.filter((work) => work?.kind === 'pick'))
      t.is(
        (await patch(platform.client, finish.path, { action: finish.action })).status,
        409,
        `${kind} is another’s`,
      );
  },
);

test.serial('a refusal in a group is one person’s alone', async (t) => {
  const move = await plannedMove(platform);
  const [one, two, three] = await people(3);
  const [gets, wrong, none] = await Promise.all([
    ask(one!, platform, { kinds: ['reslot'] }),
    ask(two!, platform, { kinds: ['reslot'], near: move.id }),
    ask(three!, platform, { kinds: ['put_back'] }),
  ]);
  t.is(gets.body.data.work.id, move.id, gets.text);
  t.is(`${wrong.status} ${wrong.body.error?.code}`, '400 UNKNOWN_REFERENCE', wrong.text);
  t.is(none.body.data.work, null);
});

test.serial('what is for one person alone hides nothing from those who ask with them', async (t) => {
  const { client, standard } = platform;
  for (let made = 0; made < 3; made += 1) await receivingTask(platform, { assignee_id: standard.memberId });
  const open: any[] = [];
  for (let made = 0; made < 5; made += 1) open.push(await receivingTask(platform));
  const devices = await people(5);
  const asking = [client, ...devices].map((one) => next(platform, { kinds: ['receive'] }, one));
  const [mine, ...given] = await Promise.all(asking);
  t.truthy(mine);
  t.deepEqual(inOrder(given.map((work) => work?.id)), inOrder(open.map(({ id }) => id)));
});

test.serial('a pick whose shipment another has in hand is waited for by who finds no other', async (t) => {
  await wave(platform, 2);
  const { rows } = await platform.owner.query(
    "select shipment_id from pick_tasks where organization_id = $1 and status = 'open' order by shipment_id",
    [platform.standard.id],
  );
  t.is(rows.length, 2);
  const holder = await platform.owner.connect();
  try {
    await holder.query('begin');
    const held = await holder.query('select pg_backend_pid() as pid');
    // The lower one: whoever has the other must not wait for it while holding that.
    await holder.query('select 1 from wms_shipments where id = $1 for update', [rows[0].shipment_id]);
    const clients = await people(2);
    const asked = clients.map((client) => ask(client, platform, { kinds: ['pick'] }));
    await until('one waits for the shipment', async () => {
      const waiting = await platform.owner.query(
        'select 1 from pg_stat_activity where $1::integer = any (pg_blocking_pids(pid))',
        [held.rows[0].pid],
      );
      return waiting.rows.length > 0;
    });
    await holder.query('commit');
    const answers = await Promise.all(asked);
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const ids = answers.map(({ body }) => body.data.work.id);
    t.is(new Set(ids).size, 2);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
