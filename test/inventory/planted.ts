/** One of everything the warehouse and its orders hold, for one merchant of the 3PL organization. */
import { pixel } from '../transport/transport-rig.ts';
import type { Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { act, newItem, putStock, settled } from '../orders/orders-rig.ts';

/** Which planted record a path with an id is about. */
export const subjects: Record<string, string> = {
  'inbound-receipts': 'receipt',
  tasks: 'task',
  pallets: 'pallet',
  serials: 'serial',
  shipments: 'shipment',
  waves: 'wave',
  'pick-tasks': 'pick',
  'pick-jobs': 'pick_job',
  cartons: 'packed',
  loads: 'load',
  documents: 'document',
  orders: 'order',
  returns: 'return',
  transfers: 'transfer',
  'return-rules': 'return_rule',
  'vendor-returns': 'vendor_return',
  'inspection-plans': 'inspection_plan',
  inspections: 'inspection',
  'count-tasks': 'count',
  'count-plans': 'count_plan',
  'putaway-rules': 'putaway_rule',
  'pick-faces': 'pick_face',
  'hazard-segregation': 'segregation',
  'carton-types': 'carton_type',
  'wave-templates': 'wave_template',
  moves: 'move',
  items: 'item',
  inventory: 'stock',
  warehouses: 'warehouse',
  locations: 'location',
  merchants: 'merchant',
  carriers: 'carrier',
  vendors: 'vendor',
  customers: 'customer',
  channels: 'channel',
  retailers: 'retailer',
  imports: 'import',
};

/** One of everything that depends on a merchant's goods, created by the operator. Returns the ids by what they name. */
export async function plant(
  platform: Platform,
  house: Client,
  merchantId: string,
  place: string,
): Promise<Record<string, string>> {
  const { threePl } = platform;
  const at = { warehouse_id: threePl.warehouseId };
  const made = async (path: string, body: object): Promise<any> => {
    const answer = await settled(house, await house.post(path, body), path);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const item = await newItem(platform, threePl, { merchant_id: merchantId });
  await putStock(platform, threePl, [{ item, qty: 50, location: place }]);
  const receipt = await made('/api/wms/inbound-receipts', {
    ...at,
    source_type: 'manual',
    merchant_id: merchantId,
    lines: [{ item_id: item, expected_qty: 9 }],
  });
  const task = await made('/api/wms/receiving-tasks', { receipt_id: receipt.id });
  const lpn = `LPN-${place}`;
  await made(`/api/wms/inbound-receipts/${receipt.id}/receive-line`, {
    receipt_line_id: receipt.lines[0].id,
    received_qty: 3,
    location_id: threePl.locations['DOCK-1'],
    pallet_lpn: lpn,
    task_id: task.id,
  });
  const pallet = (await house.get(`/api/wms/pallets?lpn=${lpn}`)).body.data[0].id;
  const carton = await made('/api/wms/pallets', {
    ...at,
    type: 'carton',
    parent_id: pallet,
    location_id: threePl.locations['DOCK-1'],
  });
  const ship = () =>
    made('/api/wms/shipments', { ...at, merchant_id: merchantId, lines: [{ item_id: item, qty: 2 }] });
  const waved = await ship();
  const wave = await made('/api/wms/waves', { ...at, ship_mode: 'parcel', shipment_ids: [waved.id] });
  await house.patch(`/api/wms/waves/${wave.id}`, { action: 'release' });
  const pick = (await house.get(`/api/wms/pick-tasks?wave_id=${wave.id}`)).body.data[0].id;
  const job = await made('/api/wms/pick-jobs/claim', { ...at, wave_id: wave.id });
  const picked = await ship();
  await house.patch(`/api/wms/shipments/${picked.id}`, { action: 'pick' });
  const packed = await made(`/api/wms/shipments/${picked.id}/cartons`, {
    lines: [{ item_id: item, qty: 2 }],
  });
  const load = await made('/api/wms/loads', { ...at, shipment_ids: [picked.id] });
  const back = await ship();
  await house.patch(`/api/wms/shipments/${back.id}`, { action: 'pick' });
  await house.patch(`/api/wms/shipments/${back.id}`, { action: 'cancel' });
  const putBack = (await house.get(`/api/wms/put-back-tasks?shipment_id=${back.id}`)).body.data[0].id;
  const sent = await ship();
  await house.patch(`/api/wms/shipments/${sent.id}`, { action: 'ship' });
  const document = await made(`/api/wms/shipments/${sent.id}/packing-list`, {});
  const order = await made('/api/oms/orders', {
    merchant_id: merchantId,
    channel_order_no: `SHOP-${place}`,
    lines: [{ product_id: item, qty: 1, price: 2 }],
  });
  for (const action of ['submit', 'approve']) await act(house, order.id, action);
  const hold = await made(`/api/oms/orders/${order.id}/holds`, { reason: 'MANUAL' });
  const sentBack = await newItem(platform, threePl, { merchant_id: merchantId });
  const returned = await made('/api/oms/returns', {
    ...at,
    merchant_id: merchantId,
    kind: 'customer',
    lines: [{ item_id: sentBack, qty: 1, reason_code: 'too_small' }],
  });
  const photo = await photographed(house, made, returned, threePl.locations['DOCK-1']!);
  // One for all merchants, as warehouses are.
  const warehouses: any[] = (await house.get('/api/wms/warehouses?page_size=200')).body.data;
  const other =
    warehouses.find(({ code }) => code === 'OTHER') ??
    (await made('/api/wms/warehouses', { code: 'OTHER', name: 'Other' }));
  const transfer = await made('/api/wms/transfers', {
    from_warehouse_id: threePl.warehouseId,
    to_warehouse_id: other.id,
    merchant_id: merchantId,
    lines: [{ item_id: item, qty: 1 }],
  });
  const toVendor = await made('/api/wms/vendor-returns', {
    ...at,
    merchant_id: merchantId,
    vendor_id: threePl.vendorId,
    lines: [{ item_id: item, qty: 1 }],
  });
  const quality = await made('/api/wms/inspection-plans', {
    name: place,
    priority: 1,
    merchant_id: merchantId,
    item_class: place,
    sample_percent: 100,
  });
  const looked = await newItem(platform, threePl, { merchant_id: merchantId, item_class: place });
  await made('/api/wms/inbound-receipts', {
    ...at,
    source_type: 'manual',
    merchant_id: merchantId,
    receive: true,
    lines: [{ item_id: looked, expected_qty: 1, location_id: threePl.locations['DOCK-1'] }],
  });
  const inspection = (await house.get(`/api/wms/inspections?item_id=${looked}`)).body.data[0];
  const photos = [{ filename: 'unit.png', content: pixel.toString('base64') }];
  const looking = await made(`/api/wms/inspections/${inspection.id}/photos`, { photos });
  const count = await made('/api/wms/count-tasks', { ...at, location_ids: [threePl.locations[place]] });
  await house.post(`/api/wms/count-tasks/${count.id}/lines`, {
    lines: [{ location_id: threePl.locations[place], item_id: item, counted_qty: 1 }],
  });
  const rule = await made('/api/oms/return-rules', { name: place, priority: 1, merchant_id: merchantId });
  const plan = await made('/api/wms/count-plans', { ...at, name: place, cadence: { every_days: 30 } });
  const putaway = await made('/api/wms/putaway-rules', { ...at, name: place, steps: [{ place: 'empty' }] });
  const face = await made('/api/wms/pick-faces', {
    ...at,
    location_id: threePl.locations[place],
    item_id: item,
    min_qty: 1,
    max_qty: 2,
  });
  const type = await made('/api/wms/carton-types', {
    code: place,
    merchant_id: merchantId,
    inner_length_cm: 30,
    inner_width_cm: 20,
    inner_height_cm: 10,
  });
  await made('/api/wms/cartonize', { shipment_id: waved.id });
  const template = await made('/api/wms/wave-templates', { ...at, name: place, ship_mode: 'parcel' });
  const move = await made('/api/wms/moves', {
    ...at,
    kind: 'putaway',
    item_id: item,
    qty: 1,
    from_location_id: threePl.locations[place],
    to_location_id: threePl.locations['DOCK-1'],
  });
  const stock = (await house.get(`/api/wms/inventory?item_id=${item}`)).body.data[0].id;
  const named = await newItem(platform, threePl, { merchant_id: merchantId, serial_tracked: true });
  await made('/api/wms/inventory/adjust', {
    ...at,
    merchant_id: merchantId,
    item_id: named,
    location_id: threePl.locations['DOCK-1'],
    qty_delta: 1,
    serial_nos: [`SN-${place}`],
    reason_code: 'found',
  });
  const serial = (await house.get(`/api/wms/serials?item_id=${named}`)).body.data[0].id;
  return {
    merchant: merchantId,
    item,
    receipt: receipt.id,
    receipt_line: receipt.lines[0].id,
    task: task.id,
    pallet,
    serial,
    carton: carton.id,
    shipment: waved.id,
    wave: wave.id,
    pick,
    pick_job: job.id,
    packed: packed.id,
    load: load.id,
    put_back: putBack,
    document: document.id,
    order: order.id,
    return: returned.id,
    return_no: returned.return_no,
    photo,
    transfer: transfer.id,
    return_rule: rule.id,
    vendor_return: toVendor.id,
    inspection_plan: quality.id,
    inspection: inspection.id,
    inspection_photo: looking.photos[0].id,
    count_plan: plan.id,
    putaway_rule: putaway.id,
    pick_face: face.id,
    carton_type: type.id,
    wave_template: template.id,
    move: move.id,
    hold: hold.holds[0].id,
    count: count.id,
    count_line: count.lines[0].id,
    stock,
  };
}

/** The return is taken in and inspected, and its unit photographed: the photo's id. */
async function photographed(
  house: Client,
  made: (path: string, body: object) => Promise<any>,
  { id }: { id: string },
  location_id: string,
): Promise<string> {
  const path = `/api/oms/returns/${id}`;
  await house.patch(path, { action: 'authorize' });
  const [{ receipt_id, lines }] = [(await house.get(path)).body.data];
  await made(`/api/wms/inbound-receipts/${receipt_id}/receive-line`, {
    receipt_line_id: lines[0].receipt_line_id,
    received_qty: 1,
    location_id,
  });
  const inspect = { return_line_id: lines[0].id, qty: 1, grade: 'B' };
  const { inspections } = await made(`${path}/inspect`, inspect);
  const photos = [{ filename: 'unit.png', content: pixel.toString('base64') }];
  const shown = await made(`${path}/inspections/${inspections[0].id}/photos`, { photos });
  return shown.inspections[0].photos[0].id;
}
