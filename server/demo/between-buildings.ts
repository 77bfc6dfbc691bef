/** Stock that goes to a second building, and what comes in bad: it is found by an inspection, and goes back to its vendor. */
import type { PlatformClient } from '../../client/src/client.ts';
import { StartError } from '../start-error.ts';
import type { DemoOrganization } from './data.ts';
import { runImport } from './import-csv.ts';
import { path } from './journey/journey.ts';
import { chapter, say } from './say.ts';

export async function betweenBuildings(
  api: PlatformClient,
  demo: DemoOrganization,
  tag: string,
): Promise<void> {
  chapter('Between two buildings, and back to the vendor');
  const sku = `T${tag}`;
  await runImport(api, 'items', `sku,name,item_class\n${sku},Travelling item,${sku}`);
  const [item] = await api.get('/api/wms/items', { params: { query: { q: sku } } });
  await inspected(api, demo, { itemId: item!.id, sku });
  await transferred(api, demo, sku);
}

/** Ten come in, two of them are looked at, and fail. */
async function inspected(
  api: PlatformClient,
  demo: DemoOrganization,
  { itemId, sku }: { itemId: string; sku: string },
): Promise<void> {
  await api.post('/api/wms/inspection-plans', {
    body: {
      name: `Plan ${sku}`,
      priority: 10,
      item_class: sku,
      sample_percent: 20,
      on_fail: 'reject',
      checks: [{ name: 'weight', kind: 'number', min: 1, max: 1.3 }],
    },
  });
  const dock = demo.locations['A-01-01']!;
  const receipt = await api.post('/api/wms/inbound-receipts', {
    body: {
      warehouse_id: demo.warehouse_id,
      source_type: 'manual',
      vendor_id: demo.vendor_id,
      receive: true,
      lines: [{ item_id: itemId, expected_qty: 10, location_id: dock }],
    },
  });
  const [found] = await api.get('/api/wms/inspections', { params: { query: { receipt_id: receipt.id } } });
  if (!found) throw new StartError('The plan had nothing looked at.');
  const decided = await api.patch('/api/wms/inspections/{id}', {
    ...path(found.id),
    body: { action: 'record', results: [{ name: 'weight', value: 1.6 }] },
  });
  say(
    `${receipt.receipt_no}: ${found.held_qty} of ${found.qty} wait for an inspection, which ${decided.outcome}`,
  );
  const back = await api.post('/api/wms/vendor-returns', {
    body: {
      warehouse_id: demo.warehouse_id,
      vendor_id: demo.vendor_id,
      authorization_no: `RA-${sku}`,
      lines: [{ item_id: itemId, qty: found.held_qty, stock_status: 'damaged', location_id: dock }],
    },
  });
  for (const body of [
    { action: 'release' },
    { action: 'ship', tracking_no: `1Z${sku}` },
    { action: 'credit', credit_no: `VC-${sku}` },
  ] as const)
    await api.patch('/api/wms/vendor-returns/{id}', { ...path(back.id), body });
  say(`${back.return_no}: they go back to ${back.vendor_name}, which credits them as VC-${sku}`);
}

async function transferred(api: PlatformClient, demo: DemoOrganization, sku: string): Promise<void> {
  const warehouses = await api.get('/api/wms/warehouses', { params: { query: { page_size: 200 } } });
  const west = warehouses.find(({ code }) => code === 'WEST');
  if (!west) await api.post('/api/wms/warehouses', { body: { code: 'WEST', name: 'West' } });
  const sent = await api.post('/v1/wms/transfers', {
    body: { from_warehouse_id: demo.warehouse_id, to_warehouse_id: 'WEST', lines: [{ sku, qty: 5 }] },
  });
  await api.post('/v1/wms/transfers/{id}/ship', { ...path(sent.id), body: {} });
  const places = await api.get('/api/wms/locations', {
    params: { query: { warehouse_id: sent.to_warehouse_id, page_size: 200 } },
  });
  const stage = places.find(({ type }) => type === 'staging');
  await api.post('/v1/wms/transfers/{id}/receive', {
    ...path(sent.id),
    body: { lines: [{ sku, qty_received: 4, location_id: stage!.id }] },
  });
  const closed = await api.post('/v1/wms/transfers/{id}/close', {
    ...path(sent.id),
    body: { missing: 'write_off', reason_code: 'lost' },
  });
  const [line] = closed.lines;
  say(
    `${closed.transfer_no}: ${line!.qty_shipped} left for ${closed.to_warehouse_code}, ${line!.qty_received} arrived, one is written off`,
  );
}
