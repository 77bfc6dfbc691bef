/** A label is bought once, shown on its shipment, printed once, and taken back. */
import test from 'ava';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { boundHub, tcpPrinter } from '../printing/print-rig.ts';
import { startFarCarrier, token, zplOf, type FarCarrier } from './far-carrier.ts';
import {
  accountsPath,
  inState,
  labelsPath,
  newAccount,
  newParcel,
  onLabel,
  placeWarehouse,
} from './parcels-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const soldOf = (id: string) => far.sold.filter(({ reference }) => reference === id);

test('a label is bought, printed once, shown on its shipment, reprinted, and taken back', async (t) => {
  const { client } = platform;
  const printer = await tcpPrinter(t, 'Bench');
  const { deviceIds } = await boundHub(t, platform, client, [printer]);
  const { shipment, carton, buy } = await newParcel(platform, account.id, { device_id: deviceIds[0] });
  const answer = await buy();
  t.is(answer.status, 201, answer.text);
  const label = answer.body.data;
  const [sold] = soldOf(label.id);
  t.like(label, {
    state: 'bought',
    carton_id: carton.id,
    carrier_code: 'REGIO',
    currency: 'USD',
    format: 'zpl',
  });
  t.is(label.amount, Number(sold!.amount));
  t.deepEqual([label.weight_kg, label.weight_by, sold!.weight], [2.5, 'scale', 2.5]);
  t.like((await client.get(`/api/wms/shipments/${shipment.id}`)).body.data, {
    tracking_no: sold!.tracking_no,
    carrier_code: 'REGIO',
    service_code: 'GROUND',
  });
  await until('it is printed', () => printer.labels.length > 0);
  t.deepEqual(
    printer.labels.map((one) => one.trim()),
    [zplOf(sold!.tracking_no)],
  );
  const file = await client.get(`${labelsPath}/${label.id}/file`);
  t.is(file.text, zplOf(sold!.tracking_no));

  const again = await buy();
  t.is(again.status, 409);
  t.is(again.body.error.code, 'LABEL_LIVE');
  t.is(again.body.error.details.label_id, label.id);

  t.is((await onLabel(client, label.id, 'reprint')).status, 200);
  await until('it is printed again', () => printer.labels.length > 1);
  t.is(printer.labels.length, 2);

  t.is((await onLabel(client, label.id, 'void')).status, 200);
  await inState(client, label.id, 'voided');
  t.true(sold!.isVoided);
  const anew = await buy();
  t.is(anew.status, 201, anew.text);
  t.not(anew.body.data.id, label.id);
  t.is(
    (await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.tracking_no,
    anew.body.data.tracking_no,
    'the number that was taken back is shown no longer',
  );
  const { rows } = await platform.owner.query(
    'select type from events where subject_id = $1 order by subject_seq',
    [label.id],
  );
  t.deepEqual(
    rows.map(({ type }) => type),
    ['label.bought', 'label.voided'],
  );
});

test('from the quote to paper once: the answer of the purchase is lost, and the printer is empty meanwhile', async (t) => {
  const { client, owner } = platform;
  const losing = await startFarCarrier();
  t.teardown(() => losing.close());
  losing.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
  let buys = 0;
  losing.mood = (_reference, what) => (what === 'buy' && (buys += 1) === 1 ? 'takes and hangs up' : 'honest');
  const { id: accountId } = await newAccount(client, losing.url);
  const printer = await tcpPrinter(t, 'Empty bench');
  printer.printer.set('paper_out', true);
  const { deviceIds } = await boundHub(t, platform, client, [printer], {
    timings: { recheckMs: 100, heartbeatMs: 300, statusMs: 300 },
  });
  const { shipment, carton } = await newParcel(platform, accountId);
  const parcel = { shipment_id: shipment.id, carton_id: carton.id };
  const quoted = await client.post('/api/tms/rates', { ...parcel, account_ids: [accountId] });
  const [{ quote_id }] = quoted.body.data.quotes;
  const { data } = (
    await client.post(
      labelsPath,
      { ...parcel, quote_id, device_id: deviceIds[0] },
      { headers: { prefer: 'respond-async' } },
    )
  ).body;
  await inState(client, data.id, 'bought');
  const jobs = async () =>
    (await owner.query('select status from print_jobs where ref_id = $1', [data.id])).rows;
  await until('its job waits', async () => (await jobs()).length > 0);
  t.deepEqual(printer.labels, []);
  printer.printer.set('paper_out', false);
  await until('it is printed', async () => (await jobs()).every(({ status }) => status === 'done'));
  t.is((await jobs()).length, 1);
  t.is(losing.sold.length, 1);
  t.deepEqual(
    printer.labels.map((one) => one.trim()),
    [zplOf(losing.sold[0]!.tracking_no)],
  );
});

test('of many who buy a label of one carton at once, one does', async (t) => {
  const { body, buy } = await newParcel(platform, account.id, { print: false });
  const answers = await Promise.all(Array.from({ length: 8 }, () => buy()));
  const bought = answers.filter(({ status }) => status === 201);
  t.is(bought.length, 1);
  for (const { status, body: said } of answers)
    if (status !== 201) t.deepEqual([status, said.error.code], [409, 'LABEL_LIVE']);
  t.is(soldOf(bought[0]!.body.data.id).length, 1);
  // The same request under one key is one purchase, and one answer.
  const { shipment } = await newParcel(platform, account.id);
  const key = { 'idempotency-key': `buy ${shipment.id}` };
  const keyed = await Promise.all(
    [1, 2].map(() =>
      platform.client.post(
        labelsPath,
        { ...body, carton_id: null, shipment_id: shipment.id },
        { headers: key },
      ),
    ),
  );
  t.deepEqual(
    keyed.map(({ status }) => status),
    [201, 201],
    keyed.map(({ text }) => text).join(),
  );
  t.is(keyed[0]!.body.data.id, keyed[1]!.body.data.id);
});

test('what no carrier could do is refused before anything is sent, by name', async (t) => {
  const { client, standard } = platform;
  const far = await startFarCarrier();
  t.teardown(() => far.close());
  const account = await newAccount(client, far.url);
  const refused = async (buying: Promise<{ status: number; body: any }>, status: number, code: string) => {
    const answer = await buying;
    t.deepEqual([answer.status, answer.body.error?.code], [status, code], code);
    return answer.body.error.details;
  };
  const bare = await pickedShipment(platform, 1, {
    ship_to: { name: 'Ann', address: '1 Main St', country: 'US' },
  });
  const body = { shipment_id: bare.id, account_id: account.id, service_code: 'GROUND', weight_kg: 1 };
  t.is((await refused(client.post(labelsPath, body), 422, 'ADDRESS_REFUSED')).field, 'ship_to.city');
  const unweighed = await pickedShipment(platform, 1);
  const light = { ...body, shipment_id: unweighed.id, weight_kg: undefined };
  t.deepEqual((await refused(client.post(labelsPath, light), 422, 'CARTON_NOT_MEASURED')).missing, [
    'weight_kg',
  ]);
  const narrow = await newAccount(client, far.url, { services: ['AIR'] });
  const { buy } = await newParcel(platform, narrow.id);
  const { rejected } = await refused(buy(), 409, 'NO_SERVICE');
  t.regex(rejected[0].reasons[0], /AIR/);
  await client.patch(`${accountsPath}/${narrow.id}`, { services: [], is_active: false });
  await refused(buy(), 409, 'NO_SERVICE');
  await refused(
    client.post(labelsPath, { ...body, carton_id: standard.warehouseId }),
    400,
    'UNKNOWN_REFERENCE',
  );
  t.deepEqual(far.asked, []);
});

test('a PDF is kept, and is for a person to print', async (t) => {
  const { client } = platform;
  const pdfs = await startFarCarrier();
  t.teardown(() => pdfs.close());
  pdfs.format = 'pdf';
  const other = await newAccount(client, pdfs.url, { label_format: 'pdf' });
  const { buy } = await newParcel(platform, other.id);
  const { data } = (await buy()).body;
  t.like(data, { state: 'bought', format: 'pdf', last_error: null });
  const file = await client.get(`${labelsPath}/${data.id}/file`);
  t.is(file.headers.get('content-type'), 'application/pdf');
  t.is(file.text, `%PDF-1.4 ${data.tracking_no}`);
  const reprint = await onLabel(client, data.id, 'reprint');
  t.deepEqual([reprint.status, reprint.body.error.code], [409, 'LABEL_NOT_PRINTABLE']);
});

test('a picture is printed dot for dot', async (t) => {
  const { client } = platform;
  const pictures = await startFarCarrier();
  t.teardown(() => pictures.close());
  pictures.format = 'png';
  const other = await newAccount(client, pictures.url, { label_format: 'png' });
  const { buy } = await newParcel(platform, other.id, { print: false });
  const { data } = (await buy()).body;
  t.like(data, { state: 'bought', format: 'zpl', last_error: null });
  t.is((await client.get(`${labelsPath}/${data.id}/file`)).text, '^XA^FO0,0^GFA,1,1,1,80^FS^XZ');
});

test('ZPL that would set a printer up is kept and not printed', async (t) => {
  const { client } = platform;
  const wild = await startFarCarrier();
  t.teardown(() => wild.close());
  wild.draw = () => '^XA^JUS^FDx^FS^XZ';
  const other = await newAccount(client, wild.url);
  const { buy } = await newParcel(platform, other.id);
  const { data } = (await buy()).body;
  t.is(data.state, 'bought');
  t.regex(data.last_error, /not printed/);
  const { rows } = await platform.owner.query('select 1 from print_jobs where ref_id = $1', [data.id]);
  t.is(rows.length, 0);
});

test('an account is tested, and its credentials are shown to nobody', async (t) => {
  const { client } = platform;
  const good = await client.post(`${accountsPath}/${account.id}/test`, {});
  t.is(good.status, 200, good.text);
  t.true(good.body.data.ok);
  const stranger = await newAccount(client, far.url, { credentials: { token: 'nobody' } });
  const bad = (await client.post(`${accountsPath}/${stranger.id}/test`, {})).body.data;
  t.deepEqual([bad.ok, bad.steps.at(-1).step], [false, 'authenticate']);
  const { text, body } = await client.get(`${accountsPath}/${account.id}`);
  t.false(text.includes(token));
  t.deepEqual(body.data.credential_names, ['token']);
  const moved = await client.patch(`${accountsPath}/${account.id}`, { api_url: 'http://127.0.0.1:9' });
  t.is(moved.body.error.code, 'CREDENTIALS_NEEDED');
  const { buy } = await newParcel(platform, stranger.id);
  const denied = await buy();
  t.deepEqual(
    [denied.status, denied.body.error.code],
    [409, 'ACCOUNT_REFUSED'],
    'a carrier that does not know us sells nothing',
  );
});

test("a merchant sees its own labels and not what the operator's cost", async (t) => {
  const { threePl } = platform;
  const reading = ['tms.view'] as const;
  const house = await platform.clientWith(threePl, [
    'tms.accounts',
    'tms.labels',
    'tms.view',
    'wms.outbound.view',
  ]);
  t.is((await house.get(accountsPath)).body.data.length, 0, "another organization's accounts are not there");
  t.is((await house.get(labelsPath)).body.data.length, 0);
  const { buy } = await newParcel(platform, account.id, { print: false });
  const { id } = (await buy()).body.data;
  t.is((await house.get(`${labelsPath}/${id}`)).status, 404);
  const own = await platform.clientWith(platform.standard, reading, {
    merchantId: platform.standard.merchantId,
  });
  const seen = (await own.get(`${labelsPath}?state=bought`)).body.data;
  t.true(seen.length > 0);
  for (const label of seen) t.deepEqual([label.amount, label.account_name], [null, null]);
  t.is((await own.get(accountsPath)).body.data.length, 0);
});
