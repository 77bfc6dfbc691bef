import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import test from 'ava';
import { setBack } from '../../domain/printing/zpl-allowed.ts';
import { WebSocket } from 'ws';
import { hubRig, pairedClient, printerRig } from '../../test/hub/rig/hub-rig.ts';
import { LocalClient } from '../../test/hub/rig/local-client.ts';
import { within } from '../../test/helpers/wait.ts';

const helloLabel = '^XA^FO50,50^A0N,40^FDHello^FS^XZ';
const testLabels = new URL('../../../test/printing/labels/', import.meta.url);

test('hub.info needs no token and tells version and platform', async (t) => {
  const rig = await hubRig(t);
  const client = await LocalClient.connect(rig.port);
  const reply = await client.request('hub.info');
  t.true(reply.ok);
  t.like(reply.data, {
    platform: `${process.platform}-${process.arch}`,
    protocol: 1,
    name: 'test hub',
    paired: false,
  });
  t.regex(String(reply.data?.['version']), /^\d+\.\d+\.\d+/);
  client.close();
});

test('every action of the contract exists, and all but two want a token', async (t) => {
  const rig = await hubRig(t);
  const client = await LocalClient.connect(rig.port);
  t.teardown(() => client.close());
  const wanted = [
    'printer.list',
    'printer.discover',
    'printer.print',
    'printer.status',
    'device.register',
    'hub.cloud_bind',
  ];
  for (const action of wanted) {
    const reply = await client.request(action);
    t.is(reply.error?.code, 'UNAUTHORIZED', action);
  }
  t.is((await client.request('hub.destroy')).error?.code, 'UNKNOWN_ACTION');
  t.is((await client.request('__proto__')).error?.code, 'UNKNOWN_ACTION');
});

test('the token of hub.pair works on the socket, in params, beside the action and as a header', async (t) => {
  const rig = await hubRig(t);
  const { token, ...first } = await pairedClient(t, rig);
  t.truthy(first);
  const plain = await LocalClient.connect(rig.port);
  t.teardown(() => plain.close());
  t.is((await plain.request('printer.list')).error?.code, 'UNAUTHORIZED');
  t.true((await plain.request('printer.list', { token })).ok);
  const second = await LocalClient.connect(rig.port);
  t.teardown(() => second.close());
  t.true((await second.request('printer.list', {}, { token })).ok);
  const third = await LocalClient.connect(rig.port, { authorization: `Bearer ${token}` });
  t.teardown(() => third.close());
  t.true((await third.request('printer.list')).ok);
  t.is((await third.request('printer.list', { token: 'wrong' })).error?.code, 'UNAUTHORIZED');
});

test('a revoked token is worthless at once, and tokens are kept as hashes only', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  t.true((await client.request('printer.list')).ok);
  const stored = await readFile(`${rig.config.data_dir}/tokens.json`, 'utf8');
  t.false(stored.includes(client.token));
  await rig.hub.tokens.revoke(rig.hub.tokens.list[0]!.id);
  t.is((await client.request('printer.list')).error?.code, 'UNAUTHORIZED');
});

test('a token is bound to the origin that paired', async (t) => {
  const rig = await hubRig(t);
  const code = rig.hub.pairing.newCode().code;
  const page = await LocalClient.connect(rig.port, { origin: 'https://wms.example.com' });
  const { data } = await page.request('hub.pair', { code });
  const token = String(data?.['token']);
  t.true((await page.request('printer.list')).ok);
  page.close();
  const again = await LocalClient.connect(rig.port, { origin: 'https://wms.example.com' });
  t.true((await again.request('printer.list', { token })).ok);
  again.close();
  const local = await LocalClient.connect(rig.port);
  t.is((await local.request('printer.list', { token })).error?.code, 'UNAUTHORIZED');
  local.close();
});

test('foreign origins are refused, and may only pair while a code is valid', async (t) => {
  const rig = await hubRig(t, { allowed_origins: ['https://known.example.com'] });
  for (const origin of [
    'https://evil.example.com',
    'null',
    'http://plain.example.com',
    'https://known.example.com.evil.com',
  ]) {
    await t.throwsAsync(LocalClient.connect(rig.port, { origin }), { message: /403/ }, origin);
  }
  const known = await LocalClient.connect(rig.port, { origin: 'https://known.example.com' });
  t.true((await known.request('hub.info')).ok);
  known.close();
  rig.hub.pairing.newCode();
  await t.throwsAsync(LocalClient.connect(rig.port, { origin: 'null' }), { message: /403/ });
  await t.throwsAsync(LocalClient.connect(rig.port, { origin: 'http://plain.example.com' }), {
    message: /403/,
  });
  const stranger = await LocalClient.connect(rig.port, { origin: 'https://evil.example.com' });
  t.true((await stranger.request('hub.info')).ok);
  t.is((await stranger.request('printer.list')).error?.code, 'FORBIDDEN_ORIGIN');
  stranger.close();
});

test('a foreign Host is refused, so DNS rebinding gains nothing', async (t) => {
  const { port } = await hubRig(t);
  await t.throwsAsync(LocalClient.connect(port, { host: `evil.example.com:${port}` }), { message: /421/ });
  await t.throwsAsync(LocalClient.connect(port, { host: '127.0.0.1:1' }), { message: /421/ });
  const local = await LocalClient.connect(port, { host: `localhost:${port}` });
  t.true((await local.request('hub.info')).ok);
  local.close();
  const page = await fetch(`http://127.0.0.1:${port}/`);
  t.is(page.status, 200);
});

test('five wrong codes void the code and lock pairing for the whole hub', async (t) => {
  const rig = await hubRig(t);
  const { code } = rig.hub.pairing.newCode();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) {
    const client = await LocalClient.connect(rig.port);
    t.is((await client.request('hub.pair', { code: wrong })).error?.code, 'PAIRING_CODE_INVALID');
    client.close();
  }
  const client = await LocalClient.connect(rig.port);
  t.teardown(() => client.close());
  t.is((await client.request('hub.pair', { code })).error?.code, 'PAIRING_LOCKED');
  t.is(rig.hub.pairing.current(), null);
  t.is((await client.request('hub.pair', { code: 123456 })).error?.code, 'INVALID_PARAMS');
});

test('a code is used once', async (t) => {
  const rig = await hubRig(t);
  const { code } = rig.hub.pairing.newCode();
  const client = await LocalClient.connect(rig.port);
  t.teardown(() => client.close());
  t.true((await client.request('hub.pair', { code })).ok);
  t.is((await client.request('hub.pair', { code })).error?.code, 'PAIRING_CODE_EXPIRED');
});

test('bad frames get an envelope, floods are limited, oversize frames end the socket', async (t) => {
  const rig = await hubRig(t);
  const client = await LocalClient.connect(rig.port);
  t.is((await client.raw('{nonsense')).error?.code, 'BAD_REQUEST');
  t.is((await client.raw('[]')).error?.code, 'BAD_REQUEST');
  t.is((await client.raw(Buffer.from('{}'))).error?.code, 'BAD_REQUEST');
  t.deepEqual((await client.raw('{"action":"hub.info","id":"x","params":7}')).error?.code, 'BAD_REQUEST');
  const replies = await Promise.all(Array.from({ length: 60 }, () => client.request('hub.info')));
  t.true(replies.some(({ error }) => error?.code === 'RATE_LIMITED'));
  client.close();
  const large = await LocalClient.connect(rig.port);
  const closed = new Promise<number>((resolve) => large.socket.once('close', resolve));
  large.socket.send('x'.repeat(5 * 1024 * 1024));
  t.is(await within('the link is closed', closed), 1009);
});

test('nothing listens beyond loopback', async (t) => {
  const { port } = await hubRig(t);
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  if (outside.length === 0) return t.pass('this machine has no outside address');
  for (const { address } of outside) {
    const error = await new Promise<NodeJS.ErrnoException>((resolve, reject) => {
      const socket = connect({ host: address, port }, () => reject(new Error(`${address} answers`)));
      socket.once('error', resolve);
    });
    t.is(error.code, 'ECONNREFUSED');
  }
});

test('real labels print byte for byte and are reported done and verified', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id, labels } = await printerRig(t, rig.hub);
  for (const file of (await readdir(testLabels)).sort()) {
    const data = await readFile(new URL(file, testLabels), 'utf8');
    const { data: job } = await client.request('printer.print', { device_id, data, copies: 1 });
    const end = await client.event('print.job_completed', ({ job_id }) => job_id === job?.['job_id']);
    // What the printer took: what sets it back as well.
    const bytes = setBack.length + Buffer.byteLength(data);
    t.like(end, { device_id, status: 'done', error: null, copies: 1, verified: true, bytes }, file);
    t.true(labels.at(-1)?.trimStart() === data.slice(0, data.lastIndexOf('^XZ') + 3).trimStart(), file);
  }
});

test('the same client_job_id prints once, also when asked twice at a time', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id, labels } = await printerRig(t, rig.hub);
  const params = { device_id, data: helloLabel, client_job_id: 'order-7' };
  const [first, second] = await Promise.all([
    client.request('printer.print', params),
    client.request('printer.print', params),
  ]);
  t.is(first.data?.['job_id'], second.data?.['job_id']);
  await client.event('print.job_completed');
  client.events.length = 0;
  const third = await client.request('printer.print', params);
  t.is(third.data?.['job_id'], first.data?.['job_id']);
  t.like(await client.event('print.job_completed'), { status: 'done' });
  t.is(labels.length, 1);
});

test('copies become a quantity', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id, labels } = await printerRig(t, rig.hub);
  await client.request('printer.print', { device_id, data: helloLabel, copies: 12 });
  t.like(await client.event('print.job_completed'), { status: 'done', copies: 12 });
  t.deepEqual(labels, [helloLabel.replace('^XZ', '^PQ12^XZ')]);
});

test('bad labels and unknown printers are refused by name', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id } = await printerRig(t, rig.hub);
  const codeOf = async (params: object) => (await client.request('printer.print', params)).error?.code;
  t.is(await codeOf({ device_id, data: 'hello' }), 'ZPL_INVALID');
  t.is(await codeOf({ device_id, data: '^XA^JUF^XZ' }), 'ZPL_FORBIDDEN');
  t.is(await codeOf({ device_id, data: `^XA^FD${'x'.repeat(1024 * 1024)}^FS^XZ` }), 'PAYLOAD_TOO_LARGE');
  t.is(await codeOf({ device_id, data: helloLabel, copies: 0 }), 'INVALID_PARAMS');
  t.is(await codeOf({ device_id, data: helloLabel, copies: 1001 }), 'INVALID_PARAMS');
  t.is(
    await codeOf({ device_id: '6f1c0d9e-4a55-4a4e-9d0a-0c9f4c1c2b3a', data: helloLabel }),
    'DEVICE_NOT_FOUND',
  );
});

test('status tells what is wrong, offline is an error, registering makes one default', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id, printer } = await printerRig(t, rig.hub);
  const other = await printerRig(t, rig.hub, 'other');
  printer.set('cover_open', true);
  const { data } = await client.request('printer.status', { device_id });
  t.like(data, { online: true, ready: false, cover_open: true, out_of_paper: false });
  printer.set('cover_open', false);
  printer.set('silent', true);
  const silent = await client.request('printer.status', { device_id });
  t.like(silent.data, {
    online: true,
    ready: null,
    cover_open: null,
    out_of_paper: null,
    out_of_ribbon: null,
  });
  t.true(
    (
      await client.request('device.register', {
        device_id: other.device_id,
        name: 'Dock 2',
        is_default: true,
      })
    ).ok,
  );
  const list = await client.request('printer.list');
  const printers = list.data?.['printers'] as { id: string; name: string; is_default: boolean }[];
  t.deepEqual(
    printers.filter(({ is_default }) => is_default).map(({ name }) => name),
    ['Dock 2'],
  );
  await rig.hub.book.saw({ ...rig.hub.book.get(device_id), address: '127.0.0.1:1' });
  t.is((await client.request('printer.status', { device_id })).error?.code, 'DEVICE_OFFLINE');
});

test('a socket that is no request at all is closed politely at the end', async (t) => {
  const rig = await hubRig(t);
  const socket = new WebSocket(`ws://127.0.0.1:${rig.port}`);
  await within('the socket is open', once(socket, 'open'));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await rig.stop();
  t.is(await within('the socket is closed', closed), 1001);
});
