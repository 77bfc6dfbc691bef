/** Good requests with two elements in each array of references, for records of their own. */
import { ssccOf } from '../../domain/inventory/sscc.ts';
import { makeOrder } from '../helpers/purchase.ts';
import { createClient, type Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { carrierRequests, type Desk } from './carrier-requests.ts';

export interface Request {
  /** The operation as the description calls it. */
  of: string;
  method: string;
  path: string;
  body: object;
  client: Client;
  /** Whether this request is for those references of the operation. */
  reaches(pattern: string): boolean;
}

export async function goodRequests(platform: Platform): Promise<Request[]> {
  const { client, standard } = platform;
  const requests: Request[] = [];
  const add: Desk['add'] = (of, body, id = '', reaches = () => true) => {
    const [method = '', path = ''] = of.split(' ');
    requests.push({ of, method, path: path.replace('{id}', id), body, client, reaches });
  };
  const make: Desk['make'] = async (path, body) => {
    const answer = await client.post(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body.data ?? answer.body;
  };
  const { warehouseId: warehouse_id, merchantId: merchant_id, items, locations } = standard;
  const [item_id, location_id] = [items['PLAIN']!, locations['A-01']!];
  await make('/api/wms/inventory/adjust', {
    warehouse_id,
    item_id,
    location_id,
    qty_delta: 500,
    reason_code: 'found',
  });
  const two = <T>(one: T): [T, T] => [one, structuredClone(one)];
  const itemLine = { item_id, qty: 1 };
  const skuLine = { sku: 'PLAIN', qty: 1, price: 1 };

  const adjustment = { warehouse_id, item_id, location_id, merchant_id, qty_delta: 1, reason_code: 'found' };
  add('POST /api/wms/inventory/adjust-batch', { items: two(adjustment) });
  const counted = { warehouse_id, location_ids: [locations['A-03'], locations['A-04']] };
  add('POST /api/wms/count-tasks', counted, '', (pattern) => pattern === 'location_ids.*');
  const ofItems = { warehouse_id, item_ids: [item_id, items['LOT']] };
  add('POST /api/wms/count-tasks', ofItems, '', (pattern) => pattern === 'item_ids.*');
  const count = await make('/api/wms/count-tasks', { warehouse_id, location_ids: [locations['A-05']] });
  const countLine = { location_id: locations['A-05'], item_id, counted_qty: 0 };
  const scanned = 'POST /api/wms/count-tasks/{id}/lines';
  add(scanned, { lines: two(countLine) }, count.id, (pattern) => pattern.startsWith('lines'));
  add(scanned, { empty_location_ids: two(locations['A-05']) }, count.id);
  const scope = { merchant_ids: two(merchant_id) };
  const countPlan = { warehouse_id, name: 'References', cadence: { every_days: 30 }, scope };
  add('POST /api/wms/count-plans', countPlan);
  const plan = await make('/api/wms/count-plans', countPlan);
  add('PATCH /api/wms/count-plans/{id}', { scope }, plan.id);
  const steps = two({ place: 'fixed', location_id });
  const putawayRule = { warehouse_id, name: 'References', steps };
  add('POST /api/wms/putaway-rules', putawayRule);
  const rule = await make('/api/wms/putaway-rules', putawayRule);
  add('PATCH /api/wms/putaway-rules/{id}', { steps }, rule.id);
  const plate = await make('/api/wms/pallets', { warehouse_id, location_id });
  add('POST /api/wms/pallets/split', { pallet_lpn: plate.lpn, lines: two({ item_id, qty: 1 }) });
  const location_ids = two(location_id);
  add('POST /api/wms/replenishments/plan', { warehouse_id, location_ids });

  const template = { warehouse_id, name: 'References', ship_mode: 'parcel' };
  const conditions = { merchant_ids: two(merchant_id) };
  add('POST /api/wms/wave-templates', { ...template, conditions });
  const waves = await make('/api/wms/wave-templates', { ...template, name: 'More references' });
  add('PATCH /api/wms/wave-templates/{id}', { conditions }, waves.id);
  add('POST /api/wms/waves/plan', { warehouse_id, template_ids: two(waves.id) });

  const address = { address: '1 Dock Rd', city: 'Columbus', state: 'OH', postal: '43085', country: 'US' };
  await client.patch(`/api/wms/warehouses/${warehouse_id}`, { address });
  await carrierRequests({ add, make, two }, { warehouse_id, item_id, address });

  const receipt = {
    warehouse_id,
    merchant_id,
    source_type: 'manual',
    lines: two({ item_id, expected_qty: 1 }),
  };
  add('POST /api/wms/inbound-receipts', receipt);
  const order = await makeOrder(client, standard);
  const ofVendor = { ...receipt, vendor_id: standard.vendorId };
  const ofOrder = { ...receipt, source_type: 'purchase', source_id: order };
  const batch = 'POST /api/wms/inbound-receipts/batch';
  add(batch, { items: two(ofOrder) }, '', (pattern) => pattern === 'items.*.source_id');
  add(batch, { items: two(ofVendor) });
  const made = await make('/api/wms/inbound-receipts', receipt);
  const lines = (await client.get(`/api/wms/inbound-receipts/${made.id}`)).body.data.lines;
  add(
    'POST /api/wms/inbound-receipts/{id}/receive-all',
    {
      lines: lines.map(({ id }: any) => ({ line_id: id, received_qty: 1, location_id: locations['DOCK-1'] })),
    },
    made.id,
  );
  add('POST /v1/wms/receipts', { warehouse_id: 'W1', merchant_id, lines: two({ sku: 'PLAIN', qty: 1 }) });
  const scan = { sku: 'PLAIN', qty_received: 1, location_id: 'DOCK-1' };
  add('POST /v1/wms/receipts/{id}/receive', { lines: two(scan) }, made.id);

  const shipment = { warehouse_id, merchant_id, lines: two(itemLine) };
  add('POST /api/wms/shipments', shipment);
  add('POST /v1/wms/shipments', { warehouse_id: 'W1', lines: two({ sku: 'PLAIN', qty: 1 }) });
  const shipments = [await make('/api/wms/shipments', shipment), await make('/api/wms/shipments', shipment)];
  const shipment_ids = shipments.map(({ id }) => id);
  const loaded = { warehouse_id, carrier_id: standard.carrierId, ship_mode: 'ltl', shipment_ids };
  for (const surface of ['/api', '/v1']) {
    add(`POST ${surface}/wms/waves`, { warehouse_id, ship_mode: 'parcel', shipment_ids });
    add(`POST ${surface}/wms/loads`, loaded);
  }
  const load = await make('/api/wms/loads', { ...loaded, shipment_ids: [shipment_ids[0]] });
  const wave = await make('/api/wms/waves', {
    warehouse_id,
    ship_mode: 'parcel',
    shipment_ids: [shipment_ids[0]],
  });
  add('PATCH /api/wms/waves/{id}', { action: 'add_shipments', shipment_ids }, wave.id);
  add('PATCH /api/wms/loads/{id}', { action: 'add_shipments', shipment_ids }, load.id);

  const sold = { product_id: item_id, qty: 1, price: 1 };
  const sale = {
    customer_id: standard.customerId,
    channel_id: standard.channelId,
    warehouse_id,
    merchant_id,
  };
  add('POST /api/oms/orders', { ...sale, lines: two(sold) });
  add('POST /api/oms/orders/batch', { items: two({ ...sale, lines: two(sold) }) });
  add('POST /v1/oms/orders', {
    channel: 'WEB',
    channel_order_no: 'R-1',
    customer_id: 'C1',
    lines: two(skuLine),
  });
  const open = await make('/api/oms/orders', { ...sale, lines: two(sold) });
  add('PATCH /api/oms/orders/{id}', { lines: two(sold) }, open.id, (pattern) =>
    pattern.endsWith('product_id'),
  );
  const label = { label_kind: 'k', zpl_content: '^XA^XZ' };
  add('POST /api/wms/print-jobs/bulk', { jobs: two({ ...label, warehouse_id }) });
  const other = await make('/api/wms/warehouses', { code: 'LIMIT', name: 'Limit', time_zone: 'UTC' });
  const limits = [warehouse_id, other.id].map((id) => ({ warehouse_id: id, backlog_minutes: 30 }));
  add('PATCH /api/wms/print-settings', { warehouses: limits });

  const accounts = (await client.get('/api/accounting/accounts?page_size=200')).body.data;
  const accountOf = (type: string): string =>
    accounts.find((one: any) => one.type === type && one.system_key === null && one.is_active)?.id ??
    accounts.find((one: any) => one.type === type)!.id;
  const [expense, revenue] = [accountOf('expense'), accountOf('revenue')];
  add('POST /api/accounting/journal-entries', {
    description: 'accrual',
    lines: [
      { account_id: expense, debit: 1 },
      { account_id: revenue, credit: 1 },
    ],
  });
  const invoiceLine = { account_id: revenue, description: 'work', quantity: 1, unit_price: 1 };
  const invoice = { customer_id: standard.customerId, lines: two(invoiceLine) };
  add('POST /api/accounting/invoices', invoice);
  add(
    'PATCH /api/accounting/invoices/{id}',
    { lines: two(invoiceLine) },
    (await make('/api/accounting/invoices', invoice)).id,
  );
  const billLine = {
    account_id: expense,
    description: 'goods',
    amount: 2,
    split_basis: 'manual',
    splits: [{ merchant_id, amount: 2 }],
  };
  const splitTwice = {
    ...billLine,
    splits: [
      { merchant_id, amount: 1 },
      { merchant_id, shipment_id: shipment_ids[0], amount: 1 },
    ],
  };
  const bill = { vendor_id: standard.vendorId, lines: [billLine, splitTwice] };
  const plain = [
    { account_id: expense, description: 'goods', amount: 2 },
    { account_id: expense, description: 'goods', amount: 2 },
  ];
  const draft = await make('/api/accounting/bills', { ...bill, lines: plain });
  const isSplit = (pattern: string): boolean => pattern.includes('splits');
  add('POST /api/accounting/bills', bill, '', isSplit);
  add('POST /api/accounting/bills', { ...bill, lines: plain });
  add('PATCH /api/accounting/bills/{id}', { lines: bill.lines }, draft.id, isSplit);
  add('PATCH /api/accounting/bills/{id}', { lines: plain }, draft.id);

  requests.push(...(await billingRequests(platform)));

  add(
    'PATCH /api/purchase/orders/{id}',
    { lines: two({ item_id, qty: 1, price: 1 }) },
    order,
    (pattern) => pattern === 'lines.*.item_id',
  );
  const placed = await makeOrder(client, standard);
  await client.patch(`/api/purchase/orders/${placed}`, { action: 'release' });
  const placedLines = (await client.get(`/api/purchase/orders/${placed}`)).body.data.lines;
  const ofPlaced = { ...bill, bill_type: 'purchase', purchase_order_id: placed };
  const billed = {
    description: 'goods',
    purchase_order_line_id: placedLines[0].id,
    quantity: 10,
    unit_cost: 3,
  };
  const matched = await make('/api/accounting/bills', { ...ofPlaced, lines: [billed] });
  add(
    'POST /api/purchase/bill-matches/{id}/accept',
    { reason: 'agreed', differences: [{ bill_line_id: matched.lines[0].id, kind: 'price' }] },
    matched.id,
  );
  add('POST /v1/purchase/orders', { vendor_id: standard.vendorId, merchant_id, lines: two(skuLine) });
  const announced = { sku: 'PLAIN', qty: 1 };
  const isBoxed = (pattern: string): boolean => pattern.startsWith('cartons');
  add(
    'POST /v1/purchase/asns',
    { cartons: [1, 2].map((serial) => ({ sscc: ssccOf('0614141', serial), lines: two(announced) })) },
    '',
    isBoxed,
  );
  add('POST /v1/purchase/asns', { lines: two(announced) });
  const returned = {
    warehouse_id,
    merchant_id,
    kind: 'customer',
    lines: two({ item_id, qty: 1, reason_code: 'broken' }),
  };
  add('POST /api/oms/returns', returned);
  const asked = await make('/api/oms/returns', returned);
  add('POST /api/oms/returns/{id}/lines', { lines: returned.lines }, asked.id);
  const faulty = two({ item_id, location_id, qty: 1, stock_status: 'damaged' });
  const toVendor = { warehouse_id, merchant_id, vendor_id: standard.vendorId };
  add('POST /api/wms/vendor-returns', { ...toVendor, lines: faulty });
  const looked = { name: 'References', priority: 1, sample_percent: 1 };
  add('POST /api/wms/inspection-plans', { ...looked, merchant_id, vendor_id: standard.vendorId });
  const there = (await client.post('/api/wms/warehouses', { code: 'REFS', name: 'Other' })).body.data.id;
  const sent = { merchant_id, from_warehouse_id: warehouse_id, to_warehouse_id: there };
  add('POST /api/wms/transfers', { ...sent, lines: two(itemLine) });
  const onV1 = { from_warehouse_id: 'W1', to_warehouse_id: 'REFS' };
  add('POST /v1/wms/transfers', { ...onV1, merchant_id, lines: two({ sku: 'PLAIN', qty: 1 }) });
  const transfer = await make('/api/wms/transfers', { ...sent, release: true, lines: [itemLine] });
  add('POST /v1/wms/transfers/{id}/receive', { lines: two({ ...scan, location_id: 'STAGE' }) }, transfer.id);
  const bySku = { warehouse_id, lines: two({ sku: 'PLAIN', qty: 1, reason_code: 'broken' }) };
  add('POST /v1/oms/returns', bySku);
  const back = await make('/v1/oms/returns', bySku);
  add('POST /v1/oms/returns/{id}/receive', { lines: two({ sku: 'PLAIN', qty: 1, location_id }) }, back.id);
  const shop = await make('/api/integration/connections', {
    connector: 'storefront',
    store_domain: 'references.example.test',
  });
  add('POST /v1/oms/sync/products', { connection_id: shop.id, product_ids: [item_id] });
  return requests;
}

/** Those of a 3PL's billing. */
async function billingRequests({ url, threePl }: Platform): Promise<Request[]> {
  const client = createClient(url, threePl);
  const merchant_id = threePl.merchantId;
  const accounts = (await client.get('/api/accounting/accounts?page_size=200')).body.data;
  const revenue_account_id = accounts.find((one: any) => one.type === 'revenue').id;
  const items = await Promise.all(
    ['REF-1', 'REF-2'].map(async (code) => {
      const item = { code, name: code, category: 'vas', uom: 'unit', revenue_account_id };
      const made = await client.post('/api/accounting/billing/items', item);
      if (made.status !== 201) throw new Error(made.text);
      return made.body.data.id as string;
    }),
  );
  const [first, second] = items.map((id) => ({ billing_item_id: id, pricing_model: 'flat', rate: 1 }));
  const sheet = {
    code: 'REF',
    name: 'rates',
    merchant_id,
    currency: 'USD',
    effective_from: '2026-01-01',
    lines: [first, { ...second, surcharge_item_id: items[0] }],
  };
  const run = { period_start: '2026-01-01', period_end: '2026-01-31', mode: 'preview' };
  const bodies: Record<string, object> = {
    'rate-sheets': sheet,
    runs: { ...run, merchant_ids: [merchant_id] },
  };
  return Object.entries(bodies).map(([name, body]) => {
    const path = `/api/accounting/billing/${name}`;
    return { of: `POST ${path}`, method: 'POST', path, body, client, reaches: () => true };
  });
}
