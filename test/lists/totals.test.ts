/** Lists longer than they are counted unasked: `total=exact` counts them to the end, on both surfaces and by cursor. */
import test from 'ava';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';

const many = 10_050;

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
  const { owner, standard } = platform;
  await owner.query(
    `insert into carriers (organization_id, id, code, name)
     select $1, gen_random_uuid(), 'T-' || n, 'Carrier ' || n from generate_series(1, $2::integer) n`,
    [standard.id, many],
  );
});
test.after.always(() => platform?.stop());

test.serial('a total stops at 10,000 and says so; asked for exactly, it does not', async (t) => {
  const { client } = platform;
  for (const list of ['/api/wms/carriers?page_size=2', '/v1/tms/carriers?page_size=2']) {
    const factsOf = async (more: string): Promise<any> => {
      const { body, text, status } = await client.get(list + more);
      t.is(status, 200, text);
      return body.meta ?? body;
    };
    t.like(await factsOf(''), { total: 10_000, total_is_exact: false });
    const exact = await factsOf('&total=exact');
    t.true(exact.total >= many, `${exact.total}`);
    t.not(exact.total_is_exact, false);
  }
  const first = await client.get('/api/wms/carriers?page_size=2&total=exact&q=Carrier');
  t.true(first.body.meta.total >= many);
  const { next_cursor: cursor } = first.body.meta;
  const second = await client.get(`/api/wms/carriers?page_size=2&total=exact&q=Carrier&cursor=${cursor}`);
  t.is(second.body.meta.total, first.body.meta.total);
  t.is(second.body.meta.page, 2);
});

test.serial('a page that begins beyond a million rows is refused, and leads to the cursor', async (t) => {
  const { client } = platform;
  for (const list of ['/api/wms/carriers?page_size=200', '/v1/tms/carriers?page_size=200']) {
    const last = await client.get(`${list}&page=5001`);
    t.deepEqual([last.status, last.body.data], [200, []], last.text);
    for (const page of [5002, 1_000_000]) {
      const { status, body, text } = await client.get(`${list}&page=${page}`);
      t.deepEqual([status, body.error.code], [400, 'VALIDATION_FAILED'], text);
      t.like(body.error.details[0], { path: 'page', code: 'too_far' });
    }
  }
});

test.serial('who pages by the total does not stop where counting does', async (t) => {
  const { client } = platform;
  for (const list of ['/api/wms/carriers?page_size=200', '/v1/tms/carriers?page_size=200']) {
    const factsOf = async (page: number): Promise<any> => {
      const { body, text, status } = await client.get(`${list}&page=${page}`);
      t.is(status, 200, text);
      return { ...(body.meta ?? body), rows: body.data.length };
    };
    let rows = 9_800;
    let page = 50;
    for (let total = Infinity; rows < total; page += 1) {
      const facts = await factsOf(page);
      rows += facts.rows;
      total = facts.total;
      if (page === 50) t.like(facts, { total: 10_001, total_is_exact: false });
      else t.not(facts.total_is_exact, false, 'the last page tells all');
    }
    t.true(rows >= many, `${rows}`);
  }
});

test.serial(
  'exact totals under way are counted with the exports, so that they cannot hold every connection',
  async (t) => {
    const { database, owner, threePl } = platform;
    await setQuotas(database, threePl.id, { exports: 1 });
    const client = await platform.clientWith(threePl, everyPermission);
    const exact = '/api/wms/carriers?total=exact';
    const blocker = await owner.connect();
    t.teardown(() => blocker.release());
    await blocker.query('begin; lock table carriers');
    const answers = [client.get(exact), client.get(exact)];
    const { status, body } = await Promise.race(answers);
    await blocker.query('rollback');
    t.is(status, 429, JSON.stringify(body));
    t.like(body.error, { code: 'RATE_LIMITED', details: { quota: 'exports' } });
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    t.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 429],
    );
  },
);
