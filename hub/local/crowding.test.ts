/** What strangers and careless programs do to others: sockets held for nothing, one id for two labels. */
import test from 'ava';
import { hubRig, pairedClient, printerRig } from '../../test/hub/rig/hub-rig.ts';
import { LocalClient } from '../../test/hub/rig/local-client.ts';
import { within } from '../../test/helpers/wait.ts';
import { recordsOf } from '../state/journal-entry.ts';

const helloLabel = '^XA^FO50,50^A0N,40^FDHello^FS^XZ';

test('no more than 32 sockets: a stranger’s gives way, a paired program’s does not', async (t) => {
  const rig = await hubRig(t);
  const { token } = await pairedClient(t, rig);
  const strangers = await Promise.all(Array.from({ length: 31 }, () => LocalClient.connect(rig.port)));
  t.teardown(() => strangers.forEach((client) => client.close()));
  const ended = new Promise((resolve) => strangers.forEach(({ socket }) => socket.once('close', resolve)));
  const headers = { authorization: `Bearer ${token}` };
  const first = await LocalClient.connect(rig.port, headers);
  t.true((await first.request('printer.list')).ok, 'strangers keep no program out');
  await within('a stranger is hung up on', ended);
  const paired = await Promise.all(Array.from({ length: 30 }, () => LocalClient.connect(rig.port, headers)));
  await t.throwsAsync(LocalClient.connect(rig.port), { message: /503/ });
  t.true((await first.request('printer.list')).ok);
  for (const client of [first, ...paired]) client.close();
});

test('a paired page’s first frame is its large label, while strangers send what nobody needs', async (t) => {
  const rig = await hubRig(t);
  const { token } = await pairedClient(t, rig);
  const { device_id, labels } = await printerRig(t, rig.hub);
  const nonsense = `{"action":"${'x'.repeat(3 * 1024 * 1024)}","token":"${'y'.repeat(43)}"}`;
  const strangers = await Promise.all([0, 1, 2].map(() => LocalClient.connect(rig.port)));
  const ended = new Promise((resolve) => strangers.forEach(({ socket }) => socket.once('close', resolve)));
  const page = await LocalClient.connect(rig.port);
  t.teardown(() => [...strangers, page].forEach((client) => client.close()));
  for (const { socket } of strangers) socket.send(nonsense);
  await within('a stranger is hung up on', ended);
  const data = `^XA^FX${'label '.repeat(20_000)}^FS^FO50,50^FDHello^FS^XZ`;
  const { ok, error } = await page.request('printer.print', { device_id, data, token });
  t.true(ok, JSON.stringify(error));
  await page.event('print.job_completed');
  t.is(labels.length, 1);
});

test('a client_job_id that stood for another label is refused', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id, labels } = await printerRig(t, rig.hub);
  const params = { device_id, data: helloLabel, client_job_id: 'order-8' };
  const print = (more: object) => client.request('printer.print', { ...params, ...more });
  const other = helloLabel.replace('Hello', 'Goodbye');
  const [first, second] = await Promise.all([print({}), print({ data: other })]);
  t.true(first.ok);
  t.is(second.error?.code, 'INVALID_PARAMS');
  await client.event('print.job_completed');
  t.is((await print({ data: other })).error?.code, 'INVALID_PARAMS');
  t.is((await print({ copies: 2 })).error?.code, 'INVALID_PARAMS');
  t.is((await print({})).data?.['job_id'], first.data?.['job_id']);
  t.is(labels.length, 1);
  const [entry] = rig.hub.journal.entries.flatMap(recordsOf);
  t.truthy((entry as { digest?: string }).digest, 'what is written anew still knows it');
});

test('two programs may give their labels the same client_job_id', async (t) => {
  const rig = await hubRig(t);
  const programs = [await pairedClient(t, rig), await pairedClient(t, rig)];
  const { device_id, labels } = await printerRig(t, rig.hub);
  const params = { device_id, data: helloLabel, client_job_id: '1' };
  for (const program of programs) {
    await program.request('printer.print', params);
    t.is((await program.event('print.job_completed'))['status'], 'done');
  }
  t.is(labels.length, 2);
});
