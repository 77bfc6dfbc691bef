import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { enrollHub, testDevice, TestLink } from './relay-client.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => (platform = await joinPlatform()));
test.after.always(() => platform.stop());

const zpl = '^XA^FO20,20^A0N,30^FDx^FS^XZ';

async function post(more: object = {}): Promise<string> {
  const { client, standard } = platform;
  const body = { label_kind: 'carton', zpl_content: zpl, warehouse_id: standard.warehouseId, ...more };
  return (await client.post('/api/wms/print-jobs', body)).body.data.id;
}

async function listed(query: string): Promise<{ ids: string[]; total: number; rows: any[] }> {
  const { body } = await platform.client.get(`/api/wms/print-jobs?${query}`);
  return { ids: body.data.map(({ id }: { id: string }) => id), total: body.meta.total, rows: body.data };
}

test.serial('a queue is read in pieces behind a job, whatever joins or leaves it meanwhile', async (t) => {
  const ids: string[] = [];
  for (let at = 0; at < 7; at += 1) ids.push(await post());
  const first = await listed('status=queued&page_size=3');
  t.deepEqual(first.ids, ids.slice(0, 3));
  t.is(first.total, 7);
  // Paging by number would now skip one, because the first is gone.
  await platform.client.patch(`/api/wms/print-jobs/${ids[0]}`, { action: 'cancel' });
  const second = await listed(`status=queued&page_size=3&after=${first.ids.at(-1)}`);
  t.deepEqual(second.ids, ids.slice(3, 6));
  t.is(second.total, 6);
  const added = await post();
  t.deepEqual((await listed(`status=queued&page_size=3&after=${second.ids.at(-1)}`)).ids, [ids[6], added]);
  // The job to continue after may have left the list itself.
  await platform.client.patch(`/api/wms/print-jobs/${ids[5]}`, { action: 'cancel' });
  t.deepEqual((await listed(`status=queued&after=${ids[5]}`)).ids, [ids[6], added]);
  // Finished jobs come newest first, and continue with older ones.
  const cancelled = await listed('status=cancelled&page_size=1');
  t.deepEqual(cancelled.ids, [ids[5]]);
  t.deepEqual((await listed(`status=cancelled&after=${ids[5]}`)).ids, [ids[0]]);
  const unknown = await platform.client.get('/api/wms/print-jobs?after=01890000-0000-7000-8000-000000000000');
  t.is(unknown.status, 400);
  t.is(unknown.body.error.code, 'UNKNOWN_REFERENCE');
});

test.serial('jobs are found by number, kind, document and printer', async (t) => {
  const { client, standard, owner } = platform;
  const hub = await enrollHub(platform.url, client, { name: 'desk' });
  const device = testDevice({ name: 'Mezzanine 100%', is_default_label_printer: false });
  const link = await TestLink.greeted(platform.url, hub, [device]);
  t.teardown(() => link.close());
  const { body } = await client.post('/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
  });
  const { id: receiptId, receipt_no: receiptNo } = body.data;
  const byReceipt = await post({ ref_type: 'receipt', ref_id: receiptId });
  const byPrinter = await post({ device_id: device.device_id });
  const byKind = await post({ label_kind: 'hazmat' });
  const found = async (q: string) => (await listed(`status=queued&q=${encodeURIComponent(q)}`)).ids;
  t.deepEqual(await found(receiptNo), [byReceipt]);
  t.deepEqual(await found(receiptNo.slice(-7).toLowerCase()), [byReceipt]);
  t.is((await listed(`q=${receiptNo}`)).rows[0].ref_no, receiptNo);
  t.deepEqual(await found('mezzanine'), [byPrinter]);
  t.deepEqual(await found('100%'), [byPrinter], 'a % is a letter');
  t.deepEqual(await found('HAZ'), [byKind]);
  t.deepEqual(await found(byKind.slice(-8)), [byKind]);
  t.deepEqual(await found('nothing like it'), []);
  t.deepEqual(await found("'; drop table print_jobs; --"), []);
  // Another organization finds none of this.
  const stranger = await (
    await platform.clientWith(platform.threePl, ['wms.print.view'])
  ).get(`/api/wms/print-jobs?q=${receiptNo}`);
  t.is(stranger.body.meta.total, 0);

  await owner.query(
    "update print_jobs set queued_at = at, created_at = at from (select now() - interval '7 minutes' as at) earlier where id = $1",
    [byKind],
  );
  const late = new Date(Date.now() - 5 * 60_000).toISOString();
  t.deepEqual((await listed(`status=queued&queued_before=${late}`)).ids, [byKind]);
});

test.serial(
  'a label whose hub is woken is not sent through the queue once more, one without a printer is',
  async (t) => {
    const { client, owner } = platform;
    const hub = await enrollHub(platform.url, client, { name: 'desk-2' });
    const device = testDevice({ is_default_label_printer: false });
    const link = await TestLink.greeted(platform.url, hub, [device]);
    t.teardown(() => link.close());
    const dispatches = async (id: string) => {
      const found = await owner.query(
        "select 1 from commands where name = 'printing.dispatch' and input -> 'print_job_ids' ? $1",
        [id],
      );
      return found.rowCount;
    };
    const printed = await post({ device_id: device.device_id });
    await link.next('offer', ({ print_job_id }) => print_job_id === printed);
    t.is(await dispatches(printed), 0);
    t.is(await dispatches(await post()), 1);
  },
);
