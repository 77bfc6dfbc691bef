import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { s3Store } from '../../api/files/s3-store.ts';
import { recordingFetch } from '../examples/exchange.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { runHere } from '../helpers/run-here.ts';
import { assign, loadOf, ok, onOrder, pixel, report, scan, ship, shipmentsOf } from './transport-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const file = (bytes: Buffer, filename: string, more: object = {}) => ({
  filename,
  content: bytes.toString('base64'),
  ...more,
});

async function onTheRoad(): Promise<{ id: string; shipmentId: string }> {
  const { client, standard } = platform;
  const [shipmentId] = await shipmentsOf(platform, client, standard, [{ qty: 1 }]);
  const load = await loadOf(client, standard, [shipmentId!]);
  await ship(client, load.id);
  const [{ id }] = (await ok(client.get(`/v1/tms/orders?filter[load_id]=${load.id}`))).data;
  await ok(assign(client, standard, id));
  await ok(report(client, id, 'picked_up'));
  return { id, shipmentId: shipmentId! };
}

test('a proof in base64 delivers an order in transit with its shipments, once, and comes back byte for byte', async (t) => {
  const { accessToken } = platform.standard;
  const { id, shipmentId } = await onTheRoad();
  const body = { pod_files: [file(pixel, 'dock.png'), file(scan, 'signed.pdf')], signed_by: 'A. Receiver' };
  const delivered = await ok(onOrder(platform.client, id, 'pod', body));
  t.like(delivered, { status: 'delivered', signed_by: 'A. Receiver', pod_count: 2 });
  const [png, pdf] = delivered.pod_files;
  t.like(png, { content_type: 'image/png', size_bytes: pixel.length });
  t.is(png.sha256, createHash('sha256').update(pixel).digest('hex'));
  t.is(pdf.content_type, 'application/pdf');
  t.is((await ok(platform.client.get(`/api/wms/shipments/${shipmentId}`))).status, 'delivered');
  const again = await ok(onOrder(platform.client, id, 'pod', body));
  t.is(again.pod_count, 2, 'the same bytes are the same file');
  const address = `${platform.url}/v1/tms/orders/${id}/pod/${png.id}`;
  const headers = { authorization: `Bearer ${accessToken}` };
  const got = await recordingFetch(new Request(address, { headers }));
  t.is(got.headers.get('content-type'), 'image/png');
  t.regex(got.headers.get('content-disposition')!, /^attachment; filename="dock\.png"$/);
  t.true(Buffer.from(await got.arrayBuffer()).equals(pixel));
  t.is((await platform.client.get(`/v1/tms/orders/${id}/pod/${id}`)).status, 404);
});

test('a proof that gives no moment is of when it was taken, by whichever clock that was', async (t) => {
  const { client } = platform;
  const { id, shipmentId } = await onTheRoad();
  const files = [{ filename: 'dock.png', content_type: 'image/png', size_bytes: 1, sha256: 'a'.repeat(64) }];
  const input = { order_id: id, files };
  const ran = await runHere(platform, 'tms.add_proof_of_delivery', input, { aheadMinutes: 10 });
  t.is(ran.state, 'done', JSON.stringify(ran.outcome));
  t.is((await ok(client.get(`/v1/tms/orders/${id}`))).status, 'delivered');
  t.is((await ok(client.get(`/api/wms/shipments/${shipmentId}`))).status, 'delivered');
  const early = new Date(Date.now() + 3_600_000).toISOString();
  const given = await onOrder(client, id, 'pod', {
    pod_files: [file(pixel, 'dock.png')],
    delivered_at: early,
  });
  t.is(given.body.error?.details[0].code, 'future');
});

test('a proof as a form: one part for each file', async (t) => {
  const { id } = await onTheRoad();
  const form = new FormData();
  form.append('pod_files[]', new Blob([new Uint8Array(pixel)], { type: 'image/png' }), 'one.png');
  form.append('pod_files[]', new Blob([new Uint8Array(scan)], { type: 'application/pdf' }), 'two.pdf');
  form.append('signed_by', 'B. Receiver');
  const headers = { authorization: `Bearer ${platform.standard.accessToken}`, prefer: 'wait=60' };
  const address = `${platform.url}/v1/tms/orders/${id}/pod`;
  const answer = await fetch(address, { method: 'POST', headers, body: form });
  const delivered: any = await answer.json();
  t.is(answer.status, 200, JSON.stringify(delivered));
  t.like(delivered, { status: 'delivered', pod_count: 2, signed_by: 'B. Receiver' });

  const strange = new FormData();
  strange.append('pod_files', new Blob([new Uint8Array(pixel)]), 'one.png');
  strange.append('no_such_field', 'x');
  const refused = await fetch(address, { method: 'POST', headers, body: strange });
  t.is(refused.status, 400);
  t.regex(await refused.text(), /no_such_field is not a field here/);
  for (const [type, bytes] of [
    ['multipart/form-data', 'x'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="pod_files"; filename="a"\r\n\r\ncut',
    ],
    ['multipart/form-data; boundary=b', 'nothing like a form'],
  ] as const) {
    const broken = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: bytes,
    });
    t.true([400, 415].includes(broken.status), `${type}: ${broken.status} ${await broken.text()}`);
  }
});

test('what a file is, is what its bytes say', async (t) => {
  const { client } = platform;
  const { id } = await onTheRoad();
  const refused: [string, object][] = [
    ['a program', file(Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'proof.pdf')],
    ['a page', file(Buffer.from('<html><script>alert(1)</script></html>'), 'proof.png')],
    ['a text', file(Buffer.from('delivered, honestly'), 'proof.pdf')],
    ['a picture called a document', file(pixel, 'proof.pdf', { content_type: 'application/pdf' })],
  ];
  for (const [what, one] of refused) {
    const answer = await onOrder(client, id, 'pod', { pod_files: [one] });
    t.is(answer.status, 400, what);
    t.is(answer.body.error.code, 'UNSUPPORTED_FILE_TYPE', what);
  }
  t.is((await onOrder(client, id, 'pod', { pod_files: [] })).status, 400);
  t.is((await onOrder(client, id, 'pod', { pod_files: [{ filename: 'a', content: '*' }] })).status, 400);
  const many = Array.from({ length: 11 }, () => file(pixel, 'a.png'));
  t.is((await onOrder(client, id, 'pod', { pod_files: many })).status, 400);
  const big = Buffer.concat([pixel, Buffer.alloc(10 * 1024 * 1024)]);
  t.is((await onOrder(client, id, 'pod', { pod_files: [file(big, 'big.png')] })).status, 400);
  const bigger = Buffer.concat([pixel, Buffer.alloc(33 * 1024 * 1024)]);
  t.is((await onOrder(client, id, 'pod', { pod_files: [file(bigger, 'b.png')] })).status, 413);
  t.is((await ok(client.get(`/v1/tms/orders/${id}`))).status, 'in_transit', 'nothing was delivered by it');
});

test('goods are not delivered before they left', async (t) => {
  const { client } = platform;
  const { id } = await onTheRoad();
  const body = { pod_files: [file(pixel, 'a.png')], delivered_at: '2020-01-01T00:00:00Z' };
  const early = await onOrder(client, id, 'pod', body);
  t.is(early.status, 400, early.text);
  t.like(early.body.error.details[0], { path: 'delivered_at', code: 'before_pickup' });
  const now = await onOrder(client, id, 'pod', { ...body, delivered_at: new Date().toISOString() });
  t.is(now.body.status, 'delivered', now.text);
});

test('before it is on the road a proof delivers nothing; nothing is proved of what nobody carries', async (t) => {
  const { client, standard } = platform;
  const { id } = await ok(client.post('/v1/tms/orders', {}));
  const body = { pod_files: [file(pixel, 'a.png')] };
  t.is((await onOrder(client, id, 'pod', body)).body.error.code, 'CONFLICT');
  await ok(assign(client, standard, id));
  t.like(await ok(onOrder(client, id, 'pod', body)), { status: 'assigned', pod_count: 1 });
  const stranger = await platform.clientWith(platform.threePl, ['tms.view', 'tms.manage']);
  t.is((await onOrder(stranger, id, 'pod', body)).status, 404);
});

const bucketOf = (port: number) => ({
  url: `http://127.0.0.1:${port}/proofs`,
  region: 'eu-central-1',
  accessKeyId: 'AKID',
  secretAccessKey: 'never-sent',
});

test('files may live in an S3-compatible bucket: each request is signed, and a store that is away is 503', async (t) => {
  const kept = new Map<string, Buffer>();
  const seen: IncomingMessage['headers'][] = [];
  let isAway = false;
  let isSlow = false;
  const bucket = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push(request.headers);
      if (isAway) return response.writeHead(503).end();
      if (request.method === 'PUT') {
        const bytes = Buffer.concat(chunks);
        const hash = createHash('sha256').update(bytes).digest('hex');
        if (hash !== request.headers['x-amz-content-sha256']) return response.writeHead(400).end();
        if (request.headers['if-none-match'] === '*' && kept.has(request.url!))
          return response.writeHead(412).end();
        kept.set(request.url!, bytes);
        return response.writeHead(200).end();
      }
      if (request.method === 'DELETE') return response.writeHead(kept.delete(request.url!) ? 204 : 404).end();
      const asked = new URL(request.url!, 'http://bucket');
      if (asked.searchParams.get('list-type') === '2') return response.end(listed(asked.searchParams));
      const found = kept.get(request.url!);
      if (!found) return response.writeHead(404).end();
      response.writeHead(200).write(found.subarray(0, 10));
      setTimeout(() => response.end(found.subarray(10)), isSlow ? 600 : 0);
    });
  });
  // One name a page.
  const listed = (query: URLSearchParams): string => {
    const names = [...kept.keys()].map((url) => url.slice('/proofs/'.length)).toSorted();
    const fitting = names.filter((name) => name.startsWith(query.get('prefix')!));
    const behind = fitting.findIndex((name) => name > (query.get('start-after') ?? ''));
    const place = Number(
      query.get('continuation-token')?.slice(2) ?? (behind === -1 ? fitting.length : behind),
    );
    const next = place + 1 < fitting.length;
    const entry = `<Key>${fitting[place]}</Key><LastModified>2026-11-01T00:00:00.000Z</LastModified><Size>7</Size>`;
    return `<ListBucketResult>${place < fitting.length ? `<Contents>${entry}</Contents>` : ''}${
      next ? `<NextContinuationToken>&amp;=${place + 1}</NextContinuationToken>` : ''
    }</ListBucketResult>`;
  };
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  t.teardown(() => bucket.close());
  const { port } = bucket.address() as AddressInfo;
  const store = s3Store(bucketOf(port));
  const key = `${platform.standard.id}/pod/${createHash('sha256').update(pixel).digest('hex')}`;
  await store.put({ key, bytes: pixel, content_type: 'image/png' });
  t.deepEqual([...kept.keys()], [`/proofs/${key}`]);
  t.regex(
    seen[0]!.authorization!,
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-central-1\/s3\/aws4_request, /,
  );
  t.false(JSON.stringify(seen).includes('never-sent'));
  const chunks: Buffer[] = [];
  for await (const chunk of await store.get(key)) chunks.push(Buffer.from(chunk));
  t.true(Buffer.concat(chunks).equals(pixel));
  await store.putFirst({ key, bytes: Buffer.from('drawn later'), content_type: 'application/pdf' });
  t.true(kept.get(`/proofs/${key}`)!.equals(pixel), 'what was there first stays');
  const logo = key.replace('/pod/', '/logo/');
  await store.put({ key: logo, bytes: pixel, content_type: 'image/png' });
  await store.put({
    key: key.replace(/^[^/]+/, platform.threePl.id),
    bytes: pixel,
    content_type: 'image/png',
  });
  const names: string[] = [];
  for await (const name of store.list(platform.standard.id)) names.push(name);
  t.deepEqual(names, [key, logo].toSorted());
  const [first, second] = [key, logo].toSorted();
  const listed1 = { key: first!, size_bytes: 7, stored_at: new Date('2026-11-01') };
  t.deepEqual(await store.page(platform.standard.id, null), [listed1]);
  t.deepEqual(await store.page(platform.standard.id, first!), [{ ...listed1, key: second! }]);
  t.deepEqual(await store.page(platform.standard.id, second!), []);
  for (const name of [logo, logo]) await store.remove(name);
  t.deepEqual(
    [...kept.keys()].filter((url) => url.endsWith(logo)),
    [],
  );
  await t.throwsAsync(store.get(key.replace('/pod/', '/other/')), { message: /no such file/ });
  await t.throwsAsync(store.get('../../etc/passwd'), { message: /not the name of a stored file/ });
  const slow = s3Store({ ...bucketOf(port), answerMsMax: 200 });
  isSlow = true;
  const late: Buffer[] = [];
  for await (const chunk of await slow.get(key)) late.push(Buffer.from(chunk));
  t.true(Buffer.concat(late).equals(pixel), 'a long way is no reason to cut a file off');
  isAway = true;
  await t.throwsAsync(store.put({ key, bytes: pixel, content_type: 'image/png' }), {
    message: /answered 503/,
  });
});
