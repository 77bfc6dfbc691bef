/**
 * A month of one warehouse: 200 purchase orders with their notices, 2,000 dock appointments, 500 loads with transport
 * and freight, 300 containers with their events. Then every list and map of it is requested in full and compared with
 * the time a screen may take.
 */
import { startBenchPlatform, type BenchPlatform } from './platform.ts';

const scale = { orders: 200, appointments: 2_000, loads: 500, containers: 300 };
const doors = 12;
const spots = 60;
const msMax = 300;
const asked = 15;
const atOnce = 16;

type Make = (path: string, body: object) => Promise<any>;

export async function run(): Promise<void> {
  const platform = (await startBenchPlatform({ redis: false }))!;
  try {
    const startedAt = performance.now();
    const containerNo = await plant(platform);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(
      `${scale.orders} purchase orders, ${scale.appointments} appointments, ${scale.loads} loads, ${scale.containers} containers planted over HTTP in ${seconds} s\n`,
    );
    await report(platform, containerNo);
  } finally {
    await platform.stop();
  }
}

async function plant({ call, organization }: BenchPlatform): Promise<string> {
  const make: Make = async (path, body) => {
    const { status, body: answer } = await call('POST', path, body);
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer.ok ? answer.data : answer;
  };
  await plantYard(make, organization.warehouseId);
  await plantPurchase(make, organization.vendorId);
  await plantLoads(make, organization);
  return plantContainers(make);
}

const hour = 3_600_000;

async function plantYard(make: Make, warehouseId: string): Promise<void> {
  const spot = (code: string, kind: string) =>
    make('/api/yms/spots', { warehouse_id: warehouseId, code, kind });
  for (let index = 1; index <= doors; index += 1) await spot(`D${index}`, 'door');
  for (let index = 1; index <= spots; index += 1) await spot(`P${index}`, 'parking');
  const first = Math.ceil(Date.now() / hour) * hour;
  await inLanes(scale.appointments, async (index) => {
    const start = first + Math.floor(index / doors) * hour;
    const { id } = await make('/v1/yms/appointments', {
      carrier: 'Swift Haul',
      warehouse_id: warehouseId,
      plate: `MON ${index}`,
      type: index % 2 === 0 ? 'inbound' : 'outbound',
      door: `D${(index % doors) + 1}`,
      window_start: new Date(start).toISOString(),
      window_end: new Date(start + hour).toISOString(),
    });
    if (index < spots) await make(`/v1/yms/appointments/${id}/check-in`, { spot: `P${index + 1}` });
  });
}

async function plantPurchase(make: Make, vendorId: string): Promise<void> {
  await inLanes(scale.orders, async () => {
    const lines = [{ sku: 'PLAIN', qty: 40, price: 2.5 }];
    const { id } = await make('/v1/purchase/orders', { vendor_id: vendorId, lines });
    await make(`/v1/purchase/orders/${id}/release`, {});
    await make('/v1/purchase/asns', { po_id: id, eta: new Date(Date.now() + 24 * hour).toISOString() });
  });
}

async function plantLoads(make: Make, organization: BenchPlatform['organization']): Promise<void> {
  const { warehouseId, items, locations, carrierId } = organization;
  await make('/api/wms/inventory/adjust', {
    warehouse_id: warehouseId,
    location_id: locations['A-01'],
    item_id: items['PLAIN'],
    qty_delta: scale.loads * 10,
    reason_code: 'found',
  });
  await inLanes(scale.loads, async () => {
    const lines = [{ item_id: items['PLAIN'], qty: 2 }];
    const shipment = await make('/api/wms/shipments', { warehouse_id: warehouseId, lines });
    const load = await make('/api/wms/loads', { warehouse_id: warehouseId, shipment_ids: [shipment.id] });
    const transport = await make('/v1/tms/orders', { load_id: load.id });
    await make(`/v1/tms/orders/${transport.id}/assign`, { carrier_id: carrierId, rate: 420 });
    await make('/v1/tms/freight-bills', { order_id: transport.id });
  });
}

const life = ['vessel_discharged', 'available', 'full_out', 'delivered'];

/** Returns one of its numbers. */
async function plantContainers(make: Make): Promise<string> {
  const numberOf = (index: number): string => `MONU${String(index).padStart(7, '0')}`;
  await inLanes(scale.containers, async (index) => {
    const no = numberOf(index);
    await make('/v1/drayage/orders', { container_no: no, pickup: 'Pier 400', delivery: 'Main' });
    for (const [day, code] of life.entries()) {
      const occurred_at = new Date(Date.now() - (10 - day) * 24 * hour).toISOString();
      await make(`/v1/drayage/containers/${no}/events`, { code, occurred_at });
    }
  });
  return numberOf(1);
}

async function report({ call }: BenchPlatform, containerNo: string): Promise<void> {
  const whole = 'page_size=200';
  const minutesAgo = new Date(Date.now() - 60_000).toISOString();
  const day = new Date(Date.now() + 24 * hour).toISOString().slice(0, 10);
  const paths = [
    `/v1/purchase/orders?${whole}`,
    `/v1/purchase/asns?${whole}`,
    `/v1/purchase/vendors?${whole}`,
    `/api/wms/inbound-receipts?${whole}`,
    `/v1/wms/receipts?${whole}`,
    `/v1/yms/appointments?${whole}`,
    `/v1/yms/appointments?${whole}&filter[date]=${day}`,
    `/v1/yms/gate-entries?${whole}`,
    `/v1/yms/visits?${whole}`,
    `/v1/yms/movements?${whole}`,
    '/v1/yms/yard-map',
    `/v1/yms/yard-map?at=${minutesAgo}`,
    `/v1/wms/loads?${whole}`,
    `/api/wms/loads?${whole}`,
    `/v1/wms/shipments?${whole}`,
    `/v1/tms/orders?${whole}`,
    `/v1/tms/freight-bills?${whole}`,
    `/v1/tms/carriers?${whole}`,
    `/v1/drayage/orders?${whole}`,
    `/v1/drayage/containers?${whole}`,
    `/v1/drayage/containers/${containerNo}/events?${whole}`,
    `/api/accounting/bills?${whole}`,
  ];
  for (const path of paths) {
    const taken: number[] = [];
    for (let turn = 0; turn < asked + 2; turn += 1) {
      const from = performance.now();
      const { status, body } = await call('GET', path);
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      // The first two requests fill caches and plans.
      if (turn >= 2) taken.push(performance.now() - from);
    }
    taken.sort((a, b) => a - b);
    const [median, slowest] = [taken[Math.floor(asked / 2)]!, taken.at(-1)!];
    const verdict = slowest <= msMax ? '' : '  OVER';
    console.log(
      `${path.padEnd(56)} p50 ${median.toFixed(1).padStart(6)} ms  slowest ${slowest.toFixed(1).padStart(6)} ms  of ${msMax} ms${verdict}`,
    );
  }
}

async function inLanes(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next; index < count; index = next) {
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
