import { readdirSync, readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { until } from '../helpers/wait.ts';
import { hasSocat } from '../../hub/virtual-printer/pty-port.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { boundHub, ptyPrinter, tcpPrinter, type TestPrinter } from './print-rig.ts';
import { saysInstead } from './says-instead.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const folder = new URL('../../../test/printing/labels/', import.meta.url);
const labels = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));

async function status(id: string): Promise<any> {
  return (await platform.client.get(`/api/wms/print-jobs/${id}`)).body.data;
}

async function ended(id: string): Promise<any> {
  return until(`print job ${id} ended`, async () => {
    const job = await status(id);
    return ['done', 'failed'].includes(job.status) && job;
  });
}

const post = async (body: object): Promise<string> => {
  const answer = await platform.client.post('/api/wms/print-jobs', { label_kind: 'carton', ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.id;
};

/** Every real label, one after another, byte for byte; anything after the last format is not printed. */
async function printsEveryLabel(t: ExecutionContext, printer: TestPrinter, deviceId: string): Promise<void> {
  for (const zpl of labels) {
    printer.labels.length = 0;
    const job = await ended(await post({ zpl_content: zpl, device_id: deviceId }));
    t.deepEqual([job.status, job.error], ['done', null]);
    const printable = zpl.slice(0, zpl.toUpperCase().lastIndexOf('^XZ') + 3);
    t.is(printer.labels.join('').trim(), printable.trim());
  }
}

test('real labels reach a printer on the network, byte for byte', async (t) => {
  const printer = await tcpPrinter(t, 'Network');
  const { deviceIds } = await boundHub(t, platform, platform.client, [printer]);
  await printsEveryLabel(t, printer, deviceIds[0]!);
});

for (const connection of ['serial', 'usb'] as const) {
  test(`real labels reach a printer on a tty through the ${connection} code, byte for byte`, async (t) => {
    if (!hasSocat()) {
      t.log('skipped: socat is not installed, so there is no tty to print on');
      return t.pass();
    }
    const printer = await ptyPrinter(t, connection, connection);
    const { deviceIds } = await boundHub(t, platform, platform.client, [printer]);
    await printsEveryLabel(t, printer, deviceIds[0]!);
  });
}

test('the default printer that the hub registers takes the jobs that name none', async (t) => {
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, [
    'wms.print.view',
    'wms.print.create',
    'wms.print.devices',
  ]);
  const body = { label_kind: 'pallet', zpl_content: labels[0], copies: 3 };
  const early = (await client.post('/api/wms/print-jobs', body)).body.data;
  t.is(early.device_id, null);
  const printer = await tcpPrinter(t, 'Default');
  const { deviceIds } = await boundHub(t, platform, client, [printer], { warehouseId: threePl.warehouseId });
  const late = (await client.post('/api/wms/print-jobs', { ...body, warehouse_id: threePl.warehouseId })).body
    .data;
  for (const { id } of [early, late]) {
    const job = await until('both jobs are done', async () => {
      const { data } = (await client.get(`/api/wms/print-jobs/${id}`)).body;
      return data.status === 'done' && data;
    });
    t.is(job.device_id, deviceIds[0]);
  }
});

test('a printer without paper keeps its job queued and says why; paper in, and it prints', async (t) => {
  const printer = await tcpPrinter(t, 'Empty');
  printer.printer.set('paper_out', true);
  const { deviceIds } = await boundHub(t, platform, platform.client, [printer], {
    timings: { recheckMs: 100, heartbeatMs: 300, statusMs: 300 },
  });
  const id = await post({ zpl_content: labels[0], device_id: deviceIds[0] });
  await until('the list says why it waits', async () => {
    const { data } = (await platform.client.get('/api/wms/print-jobs?status=queued')).body;
    return data.find((job: any) => job.id === id)?.waiting_reason === 'PRINTER_NOT_READY';
  });
  t.is((await status(id)).status, 'queued');
  printer.printer.set('paper_out', false);
  t.is((await ended(id)).status, 'done');
});

test('a refused label fails with its reason, and a retry prints it no sooner than a person says so', async (t) => {
  const printer = await tcpPrinter(t, 'Strict');
  const { deviceIds } = await boundHub(t, platform, platform.client, [printer]);
  // The service refuses such a label when it is posted; the hub trusts nobody and checks again.
  printer.printer.set('paper_out', true);
  await until('the printer is known to be empty', async () => {
    const { data } = (await platform.client.get('/api/wms/print-devices?page_size=200')).body;
    return data.find(({ id: known }: { id: string }) => known === deviceIds[0])?.status === 'out_of_paper';
  });
  const id = await post({ zpl_content: '^XA^XZ', device_id: deviceIds[0] });
  await saysInstead(platform.owner, id, '^XA^JUF^XZ');
  printer.printer.set('paper_out', false);
  const job = await ended(id);
  t.is(job.status, 'failed');
  t.regex(job.error, /^ZPL_FORBIDDEN: /);
  t.deepEqual(printer.labels, []);
  const retried = await platform.client.patch(`/api/wms/print-jobs/${id}`, { action: 'retry' });
  t.deepEqual([retried.body.data.status, retried.body.data.error], ['queued', null]);
  t.is((await ended(id)).status, 'failed');
});

test('a hundred labels at once come out once each', async (t) => {
  const printer = await tcpPrinter(t, 'Bulk');
  const { deviceIds } = await boundHub(t, platform, platform.client, [printer]);
  const jobs = Array.from({ length: 100 }, (_, index) => ({
    label_kind: 'carton',
    zpl_content: `^XA^FDbulk-${index}^FS^XZ`,
    device_id: deviceIds[0],
  }));
  const { body } = await platform.client.post('/api/wms/print-jobs/bulk', { jobs });
  for (const { id } of body.data.jobs) t.is((await ended(id)).status, 'done');
  t.deepEqual(printer.labels.map((label) => label.trim()).sort(), jobs.map((job) => job.zpl_content).sort());
});

test('while the Upgrade is refused the hub prints over the long poll', async (t) => {
  const { createServer, request: forward } = await import('node:http');
  // A proxy that does not support WebSockets: it answers every Upgrade with 400.
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = forward(`${platform.url}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  proxy.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };
  const printer = await tcpPrinter(t, 'Polled');
  const { deviceIds, stop } = await boundHub(
    t,
    { url: `http://127.0.0.1:${port}` },
    platform.client,
    [printer],
    {
      timings: { backoffMaxMs: 100 },
    },
  );
  const ids = [
    await post({ zpl_content: labels[0], device_id: deviceIds[0] }),
    await post({ zpl_content: labels[1], device_id: deviceIds[0] }),
  ];
  for (const id of ids) t.is((await ended(id)).status, 'done');
  await stop();
  proxy.closeAllConnections();
  proxy.close();
});
