import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt, receiptsPath } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** A receipt with its open task, the desk (the member behind the main token) and a handheld (a token of its own). */
async function taskFor(words: object = {}) {
  const { client: desk, standard, clientWith } = platform;
  const receipt = await makeReceipt(desk, standard);
  const made = await desk.post('/api/wms/receiving-tasks', { receipt_id: receipt.id, ...words });
  const handheld = await clientWith(standard, everyPermission);
  const scan = (client: typeof desk, fields: object = {}) =>
    client.post(`${receiptsPath}/${receipt.id}/receive-line`, {
      receipt_line_id: receipt.lines[0]!.id,
      received_qty: 1,
      location_id: standard.locations['DOCK-1'],
      ...fields,
    });
  const act = (id: string, action: string) => desk.patch(`/api/wms/tasks/${id}`, { action });
  return { receipt, task: made.body.data, made, desk, handheld, scan, act };
}

test('a task is pending, of method decide, and found again while it is open', async (t) => {
  const { made, task, receipt, desk } = await taskFor();
  t.is(made.status, 201, made.text);
  t.like(task, {
    status: 'pending',
    task_type: 'receive',
    receiving_method: 'decide',
    receipt_id: receipt.id,
    assignee_id: null,
  });
  t.is(made.body.meta?.existing, undefined);
  const again = await desk.post('/api/wms/receiving-tasks', {
    receipt_id: receipt.id,
    receiving_method: 'direct',
  });
  t.is(again.status, 200);
  t.deepEqual(again.body.meta, { existing: true });
  t.deepEqual(again.body.data, task);
  t.is((await desk.get(`${receiptsPath}/${receipt.id}`)).body.data.open_task_id, task.id);
});

test('the first scan claims an unassigned task and starts it; the desk stays locked out', async (t) => {
  const { task, receipt, desk, handheld, scan } = await taskFor();
  const locked = await scan(handheld);
  t.is(`${locked.status} ${locked.body.error.code}`, '409 RECEIPT_LOCKED_BY_TASK');
  t.deepEqual(locked.body.error.details, { task_id: task.id, assignee_id: null });
  t.is((await scan(handheld, { task_id: task.id })).status, 200);
  const claimed = (await desk.get(`/api/wms/tasks/${task.id}`)).body.data;
  t.is(claimed.status, 'in_progress');
  t.truthy(claimed.assignee_id);
  t.like(claimed.progress, { ratio: 0.02, counted_qty: 1 });
  // The assignee no longer needs task_id; others do.
  t.is((await scan(handheld)).status, 200);
  t.is((await scan(desk)).body.error.code, 'RECEIPT_LOCKED_BY_TASK');
  t.is((await scan(desk, { task_id: task.id })).status, 200);
  const all = {
    lines: [
      { line_id: receipt.lines[0]!.id, received_qty: 1, location_id: platform.standard.locations['DOCK-1'] },
    ],
  };
  for (const [verb, body] of [
    ['receive-all', all],
    ['complete-receive', {}],
    ['lines', { item_id: platform.standard.items['PLAIN'] }],
  ] as const) {
    const refused = await desk.post(`${receiptsPath}/${receipt.id}/${verb}`, body);
    t.is(`${refused.status} ${refused.body.error.code}`, '409 RECEIPT_LOCKED_BY_TASK', verb);
  }
});

test("the assignee's own desk is locked too, on both surfaces, until the task has ended; scanning goes on", async (t) => {
  for (const action of ['complete', 'cancel']) {
    const { task, receipt, desk, handheld, scan } = await taskFor();
    t.is((await scan(handheld, { task_id: task.id })).status, 200);
    const { assignee_id: assigneeId } = (await desk.get(`/api/wms/tasks/${task.id}`)).body.data;
    const line = { line_id: receipt.lines[0]!.id, received_qty: 1 };
    const all = { lines: [{ ...line, location_id: platform.standard.locations['DOCK-1'] }] };
    const atTheDesk = [
      [`${receiptsPath}/${receipt.id}/receive-all`, all],
      [`/v1/wms/receipts/${receipt.id}/receive`, { lines: [{ sku: 'PLAIN', qty_received: 1 }] }],
      [`${receiptsPath}/${receipt.id}/complete-receive`, {}],
      [`${receiptsPath}/${receipt.id}/complete-receive`, { confirm_zero: true }],
    ] as const;
    for (const [path, body] of atTheDesk) {
      const refused = await handheld.post(path, body);
      t.is(`${refused.status} ${refused.body.error.code}`, '409 RECEIPT_LOCKED_BY_TASK', path);
      t.deepEqual(refused.body.error.details, { task_id: task.id, assignee_id: assigneeId });
    }
    const found = { item_id: platform.standard.items['LOT'] };
    t.is((await handheld.post(`${receiptsPath}/${receipt.id}/lines`, found)).status, 201);
    t.is((await scan(handheld)).status, 200);
    t.is((await scan(handheld, { task_id: task.id })).status, 200);
    t.is((await handheld.patch(`/api/wms/tasks/${task.id}`, { action })).status, 200);
    t.is((await handheld.post(`${receiptsPath}/${receipt.id}/receive-all`, all)).status, 200);
    const done = await handheld.post(`${receiptsPath}/${receipt.id}/complete-receive`);
    t.like(done.body.data, { status: 'received', open_task_id: null });
  }
});

test('completing or cancelling frees the receipt and reverses nothing; repeating answers the same', async (t) => {
  for (const [action, status, other] of [
    ['complete', 'completed', 'cancel'],
    ['cancel', 'cancelled', 'complete'],
  ] as const) {
    const { task, receipt, desk, handheld, scan, act } = await taskFor();
    await scan(handheld, { task_id: task.id });
    const ended = await act(task.id, action);
    t.is(ended.body.data.status, status, ended.text);
    t.is((await act(task.id, action)).text, ended.text);
    const wrong = await act(task.id, other);
    t.is(`${wrong.status} ${wrong.body.error.code}`, '400 ILLEGAL_TRANSITION');
    t.deepEqual(wrong.body.error.details.allowed, []);
    t.is((await act(task.id, 'start')).status, 400);
    t.is((await scan(desk)).status, 200);
    t.is((await scan(handheld, { task_id: task.id })).body.error.code, 'TASK_NOT_OPEN');
    const detail = (await desk.get(`${receiptsPath}/${receipt.id}`)).body.data;
    t.like(detail, { status: 'receiving', open_task_id: null });
    t.is(detail.lines[0].received_qty, 2);
    t.is((await desk.post('/api/wms/receiving-tasks', { receipt_id: receipt.id })).status, 201);
  }
});

test("starting a task makes its receipt receiving, and is the assignee's", async (t) => {
  const { standard } = platform;
  const { task, receipt, desk, handheld, act } = await taskFor({
    assignee_id: standard.memberId,
    receiving_method: 'palletized',
  });
  t.is(task.assignee_id, standard.memberId);
  const foreign = await handheld.patch(`/api/wms/tasks/${task.id}`, { action: 'start' });
  t.is(foreign.body.error.code, 'RECEIPT_LOCKED_BY_TASK');
  t.is((await act(task.id, 'start')).body.data.status, 'in_progress');
  t.is((await act(task.id, 'start')).status, 200);
  t.is((await desk.get(`${receiptsPath}/${receipt.id}`)).body.data.status, 'receiving');
});

test('the work list filters by type, status and warehouse, and adds progress when asked', async (t) => {
  const { standard } = platform;
  const { task, desk, scan } = await taskFor();
  await scan(desk, { task_id: task.id, received_qty: 25 });
  const listed = async (query: string) => (await desk.get(`/api/wms/tasks?${query}`)).body.data as any[];
  const mine = (found: any[]) => found.find(({ id }) => id === task.id);
  const wanted = `task_type=receive&status=in_progress&warehouse_id=${standard.warehouseId}`;
  t.is(mine(await listed(wanted)).progress, undefined);
  t.like(mine(await listed(`${wanted}&with_progress=1`)).progress, {
    ratio: 0.5,
    lines_done: 0,
    lines_total: 1,
  });
  t.is(mine(await listed('task_type=count')), undefined);
  t.is(mine(await listed('status=pending')), undefined);
});

test('a task names a receipt and a person of the organization, and a receipt that is still counted', async (t) => {
  const { desk, receipt, task, act } = await taskFor();
  const { threePl } = platform;
  const made = (words: object) => desk.post('/api/wms/receiving-tasks', words);
  t.is((await made({ receipt_id: threePl.id })).body.error.code, 'UNKNOWN_REFERENCE');
  await act(task.id, 'cancel');
  const stranger = await made({ receipt_id: receipt.id, assignee_id: threePl.memberId });
  t.is(stranger.body.error.details.path, 'assignee_id');
  await desk.post(`${receiptsPath}/${receipt.id}/complete-receive`, { confirm_zero: true });
  t.is((await made({ receipt_id: receipt.id })).body.error.code, 'RECEIPT_NOT_RECEIVABLE');
});
