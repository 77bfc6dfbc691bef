import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  // No workers: what is accepted waits until the test says otherwise.
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

async function logIn(permissions: readonly string[]): Promise<string> {
  const client = await platform.clientWith(platform.standard, permissions as never[]);
  const answer = await fetch(`${platform.url}/ops/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ access_token: client.accessToken }),
  });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
}

const see = (cookie: string) =>
  fetch(`${platform.url}/ops`, { redirect: 'manual', headers: { cookie } }).then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
  }));

const press = (cookie: string, action: string, commandId: string, headers: Record<string, string> = {}) =>
  fetch(`${platform.url}/ops/${action}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...headers },
    body: new URLSearchParams({
      organization_id: platform.standard.id,
      command_id: commandId,
    }),
  });

async function accepted(key: string): Promise<string> {
  const { standard, client } = platform;
  const sent = await client.post(
    '/api/wms/inventory/adjust',
    {
      warehouse_id: standard.warehouseId,
      item_id: standard.items['PLAIN'],
      location_id: standard.locations['A-01'],
      qty_delta: 1,
      reason_code: 'found',
    },
    { headers: { prefer: 'respond-async', 'idempotency-key': key } },
  );
  return sent.body.data.operation_id as string;
}

test.serial(
  'what waits too long is seen with its item, organization and age, and cancelled by who may',
  async (t) => {
    const { owner, client } = platform;
    const viewer = await logIn(['ops.view']);
    const manager = await logIn(['ops.view', 'ops.manage']);
    t.regex((await see(viewer)).text, /Nothing is stuck/);
    const waiting = await accepted('waits');
    t.regex((await see(viewer)).text, /Nothing is stuck/, 'a moment is no wait');
    await owner.query(`update commands set created_at = created_at - interval '2 hours' where id = $1`, [
      waiting,
    ]);
    const seen = await see(viewer);
    t.is(seen.status, 200);
    t.regex(seen.text, /Adjust inventory|Adjust/);
    t.regex(seen.text, /item PLAIN/);
    t.regex(seen.text, /2 hours/);
    t.false(seen.text.includes('>Cancel<'), 'who only sees has no button');
    t.is((await press(viewer, 'cancel', waiting)).status, 403);
    t.is((await press(manager, 'cancel', waiting, { origin: 'https://evil.example' })).status, 403);

    const clicks = await Promise.all([1, 2, 3].map(() => press(manager, 'cancel', waiting)));
    t.deepEqual(
      clicks.map(({ headers }) => headers.get('location') ?? '').toSorted((a, b) => a.localeCompare(b)),
      ['/ops?did=cancelled', '/ops?did=nothing', '/ops?did=nothing'],
    );
    const operation = (await client.get(`/api/operations/${waiting}`)).body.data;
    t.is(operation.state, 'failed', 'whoever asked is told');
    t.regex((await see(manager)).text, /Nothing is stuck/, 'and nobody looks at it again');
  },
);

test.serial(
  'what failed is put aside or run again, each once, and leaves the page and the figures',
  async (t) => {
    const { owner, url } = platform;
    const manager = await logIn(['ops.view', 'ops.manage']);
    const [first, second] = [await accepted('fails first'), await accepted('fails second')];
    await owner.query(
      `update commands set state = 'failed', outcome = '{"state":"failed","message":"the <shelf> is on fire"}', finished_at = now()
      where id = any($1)`,
      [[first, second]],
    );
    const failedFigure = async () =>
      /^commands_failed\{queue="inventory"\} (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
    t.is(await failedFigure(), '2');
    t.regex((await see(manager)).text, /the &lt;shelf&gt; is on fire/);

    t.is((await press(manager, 'put-aside', first)).headers.get('location'), '/ops?did=aside');
    t.is((await press(manager, 'put-aside', first)).headers.get('location'), '/ops?did=nothing');
    t.is(
      (await press(manager, 'rerun', first)).headers.get('location'),
      '/ops?did=nothing',
      'aside is aside',
    );
    t.is((await press(manager, 'rerun', second)).headers.get('location'), '/ops?did=rerun');
    await until('the figure falls', async () => (await failedFigure()) === '0');
    t.regex((await see(manager)).text, /Nothing is stuck/);
    t.is((await press(manager, 'rerun', 'nonsense')).status, 400);
  },
);
