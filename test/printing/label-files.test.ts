/** Labels that are files: PDF and PNG through the real hub, over real sockets, to printers that take them. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import test from 'ava';
import type { PrinterLanguage } from '../../domain/printing/label-types.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { boundHub, tcpPrinter, unnamed, type KnownPrinter } from './print-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => (platform = await joinPlatform()));
test.after.always(() => platform.stop());

/** A printer on a socket that knows no ZPL: it keeps what each connection brought. */
async function filePrinter(
  t: { teardown(stop: () => unknown): void },
  name: string,
  takes: PrinterLanguage[],
): Promise<KnownPrinter & { documents: Buffer[] }> {
  const documents: Buffer[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const pieces: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.on('end', () => {
      if (pieces.length > 0) documents.push(Buffer.concat(pieces));
      socket.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found = { ...unnamed, identity: `network:${address}`, name, connection: 'network' as const, address };
  return { found, takes, documents };
}

/** A black square of 16 dots on white. */
function picture(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(32, 0);
  header.writeUInt32BE(32, 4);
  header[8] = 8;
  const rows = Array.from({ length: 32 }, (_row, y) =>
    Buffer.from([0, ...Array.from({ length: 32 }, (_dot, x) => (x < 16 && y < 16 ? 0 : 255))]),
  );
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const packed = deflateSync(Buffer.concat(rows));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const pdf = Buffer.concat([
  Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n', 'latin1'),
  Buffer.alloc(200_000, 7),
  Buffer.from('\n%%EOF\n'),
]);
const fileOf = (content_type: string, bytes: Buffer) => ({
  file: { content_type, content: bytes.toString('base64') },
});

test('each printer gets what it takes, byte for byte; what it does not take is refused with a sentence', async (t) => {
  const { client } = platform;
  const zebra = await tcpPrinter(t, 'Zebra');
  const laser = await filePrinter(t, 'Laser', ['pdf']);
  const photo = await filePrinter(t, 'Photo', ['png', 'pdf']);
  const { hubId, deviceIds } = await boundHub(t, platform, client, [zebra, laser, photo]);
  const [zebraId, laserId, photoId] = deviceIds as [string, string, string];
  const listed = (await client.get(`/api/wms/print-devices?hub_id=${hubId}`)).body.data;
  const takes = Object.fromEntries(listed.map((device: any) => [device.name, device.takes]));
  t.deepEqual(takes, { Zebra: ['zpl'], Laser: ['pdf'], Photo: ['png', 'pdf'] });

  const post = (device_id: string, more: object) =>
    client.post('/api/wms/print-jobs', { label_kind: 'shipping', device_id, ...more });
  const printed = async (device_id: string, more: object): Promise<string> => {
    const { body, status, text } = await post(device_id, more);
    t.is(status, 201, text);
    await until('it is printed', async () => {
      const job = (await client.get(`/api/wms/print-jobs/${body.data.id}`)).body.data;
      if (job.status === 'failed') throw new Error(job.error);
      return job.status === 'done';
    });
    return body.data.id;
  };

  const twice = await printed(laserId, { ...fileOf('application/pdf', pdf), copies: 2 });
  t.is((await client.get(`/api/wms/print-jobs/${twice}`)).body.data.content_type, 'application/pdf');
  t.is(laser.documents.length, 2, 'a connection for each copy, and no question in ZPL');
  for (const document of laser.documents) t.true(document.equals(pdf));
  const png = picture();
  const shown = await printed(photoId, fileOf('image/png', png));
  t.is(photo.documents.length, 1);
  t.true(photo.documents[0]!.equals(png), 'a printer that takes pictures gets the picture');
  await printed(zebraId, fileOf('image/png', png));
  t.regex(zebra.labels[0]!, /\^GFA,128,128,4,FFFF,:{15},:{15}\^FS/, 'others get it drawn in ZPL');
  const preview = await client.get(`/api/wms/print-jobs/${shown}/preview`);
  t.is(preview.headers.get('content-type'), 'image/png');
  t.is((await client.get(`/api/wms/print-jobs/${twice}/preview`)).body.error.code, 'LABEL_NOT_DRAWABLE');

  const refused = await post(zebraId, fileOf('application/pdf', pdf));
  t.is(refused.status, 422);
  t.is(refused.body.error.code, 'LABEL_NOT_TAKEN');
  t.regex(refused.body.error.message, /^Zebra takes ZPL, and the label is a PDF\./);
  const zpl = { zpl_content: '^XA^FDx^FS^XZ' };
  t.is((await post(laserId, zpl)).body.error.code, 'LABEL_NOT_TAKEN');
  t.is((await post(laserId, fileOf('application/pdf', png))).body.error.code, 'LABEL_FILE_INVALID');
  t.is(
    (await post(laserId, { ...zpl, ...fileOf('application/pdf', pdf) })).body.error.code,
    'VALIDATION_FAILED',
  );
  t.is((await post(laserId, {})).body.error.code, 'VALIDATION_FAILED');
  t.is(zebra.labels.length, 1, 'nothing else reached it');
  t.is(laser.documents.length, 2);
});

test('a waiting PDF is not moved to a printer that does not take it', async (t) => {
  const { client } = platform;
  const zebra = await tcpPrinter(t, 'Zebra 2');
  const laser = await filePrinter(t, 'Laser 2', ['pdf']);
  const { deviceIds, stop } = await boundHub(t, platform, client, [zebra, laser]);
  // Without its hub it waits.
  await stop();
  const { body } = await client.post('/api/wms/print-jobs', {
    label_kind: 'shipping',
    device_id: deviceIds[1],
    ...fileOf('application/pdf', pdf),
  });
  const moved = await client.post(`/api/wms/print-jobs/${body.data.id}/move`, { device_id: deviceIds[0] });
  t.is(moved.status, 422);
  t.is(moved.body.error.code, 'LABEL_NOT_TAKEN');
});
