/** Labels that vendors draw as pictures, or as nothing a label printer speaks: what was paid for is kept, and printed where it can be. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { boundHub, tcpPrinter } from '../printing/print-rig.ts';
import { startFarCarrier, token } from './far-carrier.ts';
import { labelsPath, newAccount, newParcel, onLabel, placeWarehouse } from './parcels-rig.ts';

const vendors = {
  easypost: { at: '/easypost', credentials: { api_key: token }, service: 'USPS.Priority' },
  karrio: { at: '/karrio/v1', credentials: { token }, service: 'post.canadapost_priority' },
  shipengine: { at: '/shipengine/v1', credentials: { api_key: token }, service: 'se-100.usps_priority_mail' },
} as const;
const drawn = '^XA^FO0,0^GFA,1,1,1,80^FS^XZ';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
  await placeWarehouse(platform);
});
test.after.always(() => platform?.stop());

for (const [adapter, { at, credentials, service }] of Object.entries(vendors))
  test(`${adapter}: a picture is printed dot for dot, and so again`, async (t) => {
    const { client } = platform;
    const far = await startFarCarrier();
    t.teardown(() => far.close());
    far.format = 'png';
    const account = await newAccount(client, far.url, { adapter, credentials, api_url: `${far.url}${at}` });
    const printer = await tcpPrinter(t, `Bench of ${adapter}`);
    const { deviceIds } = await boundHub(t, platform, client, [printer]);
    const { buy } = await newParcel(platform, account.id, { service_code: service, device_id: deviceIds[0] });
    const answer = await buy();
    t.is(answer.status, 201, answer.text);
    const { id, ...label } = answer.body.data;
    t.like(label, { state: 'bought', format: 'zpl', last_error: null });
    await until('it is printed', () => printer.labels.length > 0);
    t.is((await onLabel(client, id, 'reprint')).status, 200);
    await until('it is printed again', () => printer.labels.length > 1);
    t.deepEqual(
      printer.labels.map((one) => one.trim()),
      [drawn, drawn],
    );
    t.is((await client.get(`${labelsPath}/${id}/file`)).text, drawn);
  });

// Interlaced: it is a picture, and none we draw.
const interlaced = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAFnffyFAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

for (const [format, type, bytes] of [
  ['png', 'image/png', interlaced],
  ['other', 'application/octet-stream', Buffer.from('GIF89a and so on')],
] as const)
  test(`a label that is nothing we print is kept as it came: ${type}`, async (t) => {
    const { client } = platform;
    const far = await startFarCarrier();
    t.teardown(() => far.close());
    far.draw = () => bytes;
    const account = await newAccount(client, far.url, {
      adapter: 'easypost',
      credentials: { api_key: token },
      api_url: `${far.url}/easypost`,
    });
    const { buy } = await newParcel(platform, account.id, { service_code: 'USPS.Priority' });
    const { data } = (await buy()).body;
    t.like(data, { state: 'bought', format });
    t.regex(data.last_error, /print its file/);
    t.is(
      (await client.get(`/v1/tms/labels?filter[shipment_id]=${data.shipment_id}`)).body.data[0].format,
      format,
    );
    const file = await fetch(`${platform.url}${labelsPath}/${data.id}/file`, {
      headers: { authorization: `Bearer ${client.accessToken}`, 'x-organization-id': client.organizationId },
    });
    t.is(file.headers.get('content-type'), type);
    t.deepEqual(Buffer.from(await file.arrayBuffer()), bytes);
    const reprint = await onLabel(client, data.id, 'reprint');
    t.deepEqual([reprint.status, reprint.body.error.code], [409, 'LABEL_NOT_PRINTABLE']);
  });
