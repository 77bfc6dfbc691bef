import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import type { Permission } from '../../domain/permissions.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt, receiptsPath, type MadeReceipt } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

interface Walk {
  method: 'get' | 'post' | 'patch';
  permission: Permission;
  /** The path of one receipt's or task's endpoint, or a fixed one. */
  path: (id: string) => string;
  body?: (receipt: MadeReceipt) => object;
  /** A body or query the service refuses with 400; none if anything is accepted. */
  bad?: { body?: object; query?: string };
  /** What the endpoint is about; a fixed path has nothing that could be 404. */
  about: 'receipt' | 'task' | 'nothing';
  success: number;
}

const onReceipt = (verb: string) => (id: string) => `${receiptsPath}/${id}${verb && `/${verb}`}`;
const dock = () => platform.standard.locations['DOCK-1'];
const counted = ({ lines }: MadeReceipt) => ({
  receipt_line_id: lines[0]!.id,
  received_qty: 1,
  location_id: dock(),
});
const allCounted = ({ lines }: MadeReceipt) => ({
  lines: [{ line_id: lines[0]!.id, received_qty: 1, location_id: dock() }],
});
const receive = {
  method: 'post',
  permission: 'wms.inbound.receive',
  about: 'receipt',
  bad: { body: { x: 1 } },
} as const;
const read = { method: 'get', permission: 'wms.inbound.view' } as const;

const walks: Record<string, Walk> = {
  'POST inbound-receipts': {
    method: 'post',
    permission: 'wms.inbound.create',
    path: () => receiptsPath,
    body: () => ({ warehouse_id: platform.standard.warehouseId, source_type: 'manual' }),
    bad: { body: { source_type: 'stork' } },
    about: 'nothing',
    success: 201,
  },
  'GET inbound-receipts': {
    ...read,
    path: () => receiptsPath,
    bad: { query: '?status=lost' },
    about: 'nothing',
    success: 200,
  },
  'GET one': { ...read, path: onReceipt(''), about: 'receipt', success: 200 },
  'GET discrepancies': { ...read, path: onReceipt('discrepancies'), about: 'receipt', success: 200 },
  'GET putaway': { ...read, path: onReceipt('putaway'), about: 'receipt', success: 200 },
  'POST lines': {
    ...receive,
    path: onReceipt('lines'),
    body: () => ({ item_id: platform.standard.items['PLAIN'] }),
    success: 201,
  },
  'POST receive-line': { ...receive, path: onReceipt('receive-line'), body: counted, success: 200 },
  'POST receive-all': { ...receive, path: onReceipt('receive-all'), body: allCounted, success: 200 },
  'POST complete-receive': {
    ...receive,
    path: onReceipt('complete-receive'),
    body: () => ({ confirm_zero: true }),
    success: 200,
  },
  'POST reverse-line': {
    ...receive,
    permission: 'wms.inbound.correct',
    path: onReceipt('reverse-line'),
    body: ({ lines }) => ({ receipt_line_id: lines[0]!.id, rejected_qty: 1, note: 'miscounted' }),
    success: 200,
  },
  'POST receiving-tasks': {
    ...receive,
    path: () => '/api/wms/receiving-tasks',
    body: ({ id }) => ({ receipt_id: id }),
    about: 'nothing',
    success: 201,
  },
  'GET tasks': {
    ...read,
    path: () => '/api/wms/tasks',
    bad: { query: '?with_progress=2' },
    about: 'nothing',
    success: 200,
  },
  'GET one task': { ...read, path: (id) => `/api/wms/tasks/${id}`, about: 'task', success: 200 },
  'PATCH task': {
    method: 'patch',
    permission: 'wms.inbound.receive',
    path: (id) => `/api/wms/tasks/${id}`,
    body: () => ({ action: 'cancel' }),
    bad: { body: { action: 'eat' } },
    about: 'task',
    success: 200,
  },
};

for (const [name, walk] of Object.entries(walks)) {
  test(`${name} walks 401, 400, 403, 404 across tenants, success`, async (t) => {
    const { standard, threePl, clientWith, client: everything } = platform;
    const receipt = await makeReceipt(everything, standard);
    if (name === 'POST reverse-line') await receipt.receive({ received_qty: 1, rejected_qty: 2 });
    const task =
      walk.about === 'task'
        ? await everything.post('/api/wms/receiving-tasks', { receipt_id: receipt.id })
        : undefined;
    const id: string = task?.body.data.id ?? receipt.id;
    const path = walk.path(id);
    const body = walk.body?.(receipt) ?? {};
    const call = async (client: typeof everything, at: string, words: object, headers = {}) =>
      walk.method === 'get' ? client.get(at, { headers }) : client[walk.method](at, words, { headers });

    const only = await clientWith(standard, [walk.permission]);
    t.is((await call(only, path, body, { authorization: 'Bearer wop_nonsense' })).status, 401);
    const { bad } = walk;
    if (bad) t.is((await call(only, path + (bad.query ?? ''), bad.body ?? {})).status, 400);
    const none = await clientWith(standard, ['accounting.view']);
    t.is((await call(none, path, body)).status, 403);
    if (walk.about !== 'nothing') {
      const stranger = await clientWith(threePl, everyPermission);
      const foreign = await call(stranger, path, body);
      const random = await call(stranger, walk.path(uuidv7()), body);
      t.is(foreign.status, 404, foreign.text);
      const told = ({ body: { error } }: typeof foreign) => ({
        code: error.code,
        message: error.message,
        details: error.details,
      });
      t.deepEqual(told(foreign), told(random));
    }
    const done = await call(only, path, body);
    t.is(done.status, walk.success, done.text);
  });
}

test('close walks 401, 403, 404, success', async (t) => {
  const { standard, threePl, clientWith, client } = platform;
  const receipt = await makeReceipt(client, standard);
  const path = `${receiptsPath}/${receipt.id}/close`;
  await client.post(`${receiptsPath}/${receipt.id}/complete-receive`, { confirm_zero: true });
  t.is((await client.post(path, {}, { headers: { authorization: '' } })).status, 401);
  t.is((await (await clientWith(standard, ['wms.inbound.view'])).post(path)).status, 403);
  t.is((await (await clientWith(threePl, everyPermission)).post(path)).status, 404);
  t.is((await (await clientWith(standard, ['wms.inbound.receive'])).post(path)).status, 200);
});
