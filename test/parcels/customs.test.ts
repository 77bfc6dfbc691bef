/** What crosses a border is declared, told to its carrier parcel by parcel, and goes with its commercial invoice. */
import test from 'ava';
import { sum, decimal } from '../../domain/decimal.ts';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { labelsPath, newAccount, newCarton, onLabel, inState, placeWarehouse } from './parcels-rig.ts';

const path = '/api/tms/customs-declarations';
const abroad = { name: 'Zoë Müller', address: 'Hauptstr. 1', city: 'Bern', postal: '3000', country: 'CH' };
const known = {
  hs_code: '610910',
  origin_country: 'PT',
  customs_description: 'Cotton shirts',
  customs_value: 12.5,
  customs_currency: 'USD',
  weight_kg: 0.2,
};

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

/** A picked shipment of ten to somebody abroad, of an item of which this is known. */
async function shipmentAbroad(item: object = known, ship_to: object = abroad): Promise<any> {
  const { standard } = platform;
  const shipment = await pickedShipment(platform, 10, { merchant_id: standard.merchantId, ship_to });
  const answer = await platform.client.patch(`/api/wms/items/${shipment.item_id}`, item);
  if (answer.status !== 200) throw new Error(answer.text);
  return shipment;
}

const buy = (shipment: any, more: object = {}) =>
  platform.client.post(labelsPath, {
    shipment_id: shipment.id,
    account_id: account.id,
    service_code: 'GROUND',
    print: false,
    ...more,
  });

const declare = (shipment: any, more: object = {}) =>
  platform.client.post(path, { shipment_id: shipment.id, ...more });

test.serial(
  'what is missing is said before anything is bought, and what is at home is declared to nobody',
  async (t) => {
    const shipment = await shipmentAbroad({ weight_kg: 0.2, hs_code: '610910' });
    await newCarton(platform.client, shipment, 10);
    const before = far.sold.length;
    const refused = await buy(shipment);
    t.deepEqual([refused.status, refused.body.error.code], [422, 'CUSTOMS_INCOMPLETE'], refused.text);
    t.deepEqual(refused.body.error.details.items[0].missing, ['origin_country', 'unit_value']);
    t.regex(refused.body.error.message, /lacks origin_country, unit_value/);
    t.is(far.sold.length, before);
    const rated = await platform.client.post('/api/tms/rates', { shipment_id: shipment.id });
    t.is(rated.body.error.code, 'CUSTOMS_INCOMPLETE');
    const odd = await platform.client.patch(`/api/wms/items/${shipment.item_id}`, { customs_value: 1 });
    t.is(odd.status, 400, odd.text);
    const home = await shipmentAbroad({}, { ...abroad, country: 'US' });
    await newCarton(platform.client, home, 10);
    const label = (await buy(home)).body.data;
    t.is(label.declaration_id, null);
  },
);

test('a label declares it with what is known; its parcels add up to it, and it stays what it was', async (t) => {
  const { client, owner } = platform;
  const shipment = await shipmentAbroad();
  const first = await newCarton(client, shipment, 4);
  const second = await newCarton(client, shipment, 6);
  const one = (await buy(shipment, { carton_id: first.id })).body.data;
  const other = (await buy(shipment, { carton_id: second.id })).body.data;
  t.truthy(one.declaration_id);
  t.is(other.declaration_id, one.declaration_id, 'one declaration of both');
  const declaration = (await client.get(`${path}/${one.declaration_id}`)).body.data;
  t.like(declaration, {
    version: 1,
    contents: 'merchandise',
    incoterm: 'DAP',
    non_delivery: 'return',
    currency: 'USD',
    invoice_no: shipment.shipment_no,
  });
  t.like(declaration.lines[0], {
    qty: 10,
    unit_value: 12.5,
    hs_code: '610910',
    description: 'Cotton shirts',
  });
  const { rows } = await owner.query(
    'select parcel from label_purchases where id = any ($1) order by created_at',
    [[one.id, other.id]],
  );
  const told = rows.map(({ parcel }) => parcel.customs);
  t.deepEqual(
    told.map(({ lines }) => lines.map(({ qty }: any) => Number(qty))),
    [[4], [6]],
  );
  t.is(sum(told.flatMap(({ lines }) => lines.map(({ value }: any) => decimal(value)))).toFixed(2), '125.00');
  const again = await declare(shipment);
  t.deepEqual([again.status, again.body.error.code], [409, 'LABEL_LIVE']);
  await client.patch(`/api/wms/items/${shipment.item_id}`, { hs_code: '999999' });
  t.is((await client.get(`${path}/${one.declaration_id}`)).body.data.lines[0].hs_code, '610910');
});

test('who says otherwise declares anew: the newest counts, and each has its own invoice', async (t) => {
  const { client } = platform;
  const shipment = await shipmentAbroad({ weight_kg: 0.2 });
  await newCarton(client, shipment, 10);
  const line = {
    item_id: shipment.item_id,
    hs_code: '950300',
    origin_country: 'CN',
    unit_value: 3.335,
    description: 'Toys',
  };
  const nameless = await declare(shipment, { contents: 'other', currency: 'EUR', lines: [line] });
  t.is(nameless.body.error.code, 'VALIDATION_FAILED');
  const foreign = await declare(shipment, { currency: 'EUR', lines: [{ ...line, item_id: shipment.id }] });
  t.is(foreign.body.error.code, 'UNKNOWN_REFERENCE', foreign.text);
  const made = await declare(shipment, { currency: 'EUR', incoterm: 'DDP', lines: [line] });
  t.is(made.status, 201, made.text);
  const next = await declare(shipment, {
    currency: 'EUR',
    contents: 'gift',
    signed_by: 'Pat Packer',
    export_filing: 'NOEEI 30.37(a)',
    tax_ids: [{ of: 'sender', kind: 'eori', number: 'DE123456789', country: 'DE' }],
    lines: [line],
  });
  t.like(next.body.data, { version: 2, invoice_no: `${shipment.shipment_no}-2` });
  t.not(next.body.data.document_id, made.body.data.document_id);
  const label = (await buy(shipment)).body.data;
  t.is(label.declaration_id, next.body.data.id);
  const listed = (await client.get(`${path}?shipment_id=${shipment.id}`)).body.data;
  t.deepEqual(
    listed.map(({ version }: any) => version),
    [2, 1],
  );
  await onLabel(client, label.id, 'void');
  await inState(client, label.id, 'voided');
  const paper = `/api/wms/documents/${next.body.data.document_id}`;
  const [drawn, same] = [await client.get(paper), await client.get(paper)];
  t.is(drawn.headers.get('content-type'), 'application/pdf');
  t.true(drawn.text.startsWith('%PDF-'));
  t.is(drawn.text, same.text, 'the same to the byte');
});

test('its commercial invoice is printed with the label for who asks, on as many labels as it takes', async (t) => {
  const { client, owner } = platform;
  const shipment = await shipmentAbroad();
  await newCarton(client, shipment, 10);
  const label = (await buy(shipment, { print_invoice: true })).body.data;
  const [job] = await until('it is printed', async () => {
    const { rows } = await owner.query(
      `select j.label_kind, t.zpl_content from print_jobs j join label_texts t on t.organization_id = j.organization_id
          and t.sha256 = j.zpl_sha256 where j.ref_id = $1`,
      [label.declaration_id],
    );
    return rows.length > 0 && rows;
  });
  t.is(job.label_kind, 'commercial_invoice');
  t.regex(job.zpl_content, /COMMERCIAL INVOICE/);
  t.regex(job.zpl_content, /HS 610910/);
  const more = await client.post(`${path}/${label.declaration_id}/print`, {});
  t.is(more.body.data.print_job_ids.length, 1, more.text);
});

test('a name that is cut for customs is cut between two characters', async (t) => {
  const { client } = platform;
  const shipment = await shipmentAbroad({
    ...known,
    customs_description: null,
    name: `${'x'.repeat(99)}📦 and more`,
  });
  const declared = await declare(shipment);
  t.is(declared.status, 201, declared.text);
  const { data } = (await client.get(`${path}/${declared.body.data.id}`)).body;
  t.is(data.lines[0].description, 'x'.repeat(99));
});

for (const [adapter, at, credentials, service] of [
  ['easypost', '/easypost', { api_key: token }, 'USPS.Priority'],
  ['karrio', '/karrio/v1', { token }, 'post.canadapost_priority'],
  ['shipengine', '/shipengine/v1', { api_key: token }, 'se-100.usps_priority_mail'],
] as const)
  test.serial(`${adapter} is told of it in its own words`, async (t) => {
    const { client } = platform;
    const vendor = await newAccount(client, far.url, { adapter, credentials, api_url: `${far.url}${at}` });
    const shipment = await shipmentAbroad();
    await newCarton(client, shipment, 10);
    await declare(shipment, {
      contents: 'returned_goods',
      export_filing: 'NOEEI 30.37(a)',
      tax_ids: [{ of: 'sender', kind: 'vat', number: 'DE811111111', country: 'DE' }],
    });
    const rated = await client.post('/api/tms/rates', { shipment_id: shipment.id, account_ids: [vendor.id] });
    t.is(rated.body.data.quotes.length, 1, rated.text);
    const answer = await buy(shipment, { account_id: vendor.id, service_code: service });
    t.is(answer.status, 201, answer.text);
    t.deepEqual(far.misspelt, []);
    const told = JSON.stringify(far.bodies.at(-1));
    t.regex(told, /610910/);
    t.regex(told, /DE811111111/);
  });

test("a merchant's token sees its own declarations, and no other organization any", async (t) => {
  const { client, standard } = platform;
  const shipment = await shipmentAbroad();
  const made = (await declare(shipment)).body.data;
  t.truthy(made.id);
  const own = await platform.clientWith(standard, ['tms.labels'], { merchantId: standard.merchantId });
  t.true((await own.get(path)).body.data.some(({ id }: any) => id === made.id));
  const foreign = await platform.clientWith(platform.threePl, ['tms.labels']);
  t.is((await foreign.get(`${path}/${made.id}`)).status, 404);
  t.is((await client.post(`${path}/${made.id}/print`, { device_id: made.id })).status, 400);
});

test.serial(
  'a carrier is told the date of the invoice as its paper shows it: that of the warehouse',
  async (t) => {
    const { client, owner, standard } = platform;
    const shipment = await shipmentAbroad();
    await newCarton(client, shipment, 10);
    const zoneOf = async (zone: string): Promise<void> => {
      await owner.query('update warehouses set time_zone = $1 where id = $2', [zone, standard.warehouseId]);
    };
    // One of the two is at another day than UTC, whatever the hour.
    await zoneOf(new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati');
    try {
      const label = (await buy(shipment)).body.data;
      const { rows } = await owner.query(
        `select p.parcel->'customs'->>'invoice_date' as told, (d.created_at at time zone w.time_zone)::date::text as day
         from label_purchases p join customs_declarations d on d.id = $2 join warehouses w on w.id = p.warehouse_id
        where p.id = $1`,
        [label.id, label.declaration_id],
      );
      t.is(rows[0].told, rows[0].day);
      t.not(rows[0].day, new Date().toISOString().slice(0, 10));
    } finally {
      await zoneOf('America/New_York');
    }
  },
);
