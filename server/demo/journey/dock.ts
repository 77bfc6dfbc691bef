/** At the dock: the receipt is counted in, the goods are put away, the vendor's bill is matched. */
import { chapter, say } from '../say.ts';
import { path, type Goods, type Journey } from './journey.ts';
import type { Trip } from './sea.ts';

/** Receives what was ordered onto a pallet, completes and closes. */
export async function atTheDock({ api, demo, tag }: Journey, receiptId: string, qty: number): Promise<void> {
  chapter('At the dock');
  const receipt = await api.get('/api/wms/inbound-receipts/{id}', path(receiptId));
  const tasks = await api.get('/api/wms/tasks', { params: { query: { task_type: 'receive' } } });
  const task = tasks.find(({ receipt_id: of, status }) => of === receiptId && status === 'pending');
  const line = receipt.lines[0]!;
  const scan = {
    receipt_line_id: line.id,
    location_id: demo.locations['DOCK-1']!,
    pallet_lpn: `JP-${tag}`,
    ...(task ? { task_id: task.id } : {}),
  };
  for (const received_qty of [qty / 2, qty / 2]) {
    await api.post('/api/wms/inbound-receipts/{id}/receive-line', {
      ...path(receiptId),
      body: { ...scan, received_qty },
    });
  }
  if (task) await api.patch('/api/wms/tasks/{id}', { ...path(task.id), body: { action: 'complete' } });
  const current = await api.get('/api/wms/inbound-receipts/{id}', path(receiptId));
  if (current.status !== 'received')
    await api.post('/api/wms/inbound-receipts/{id}/complete-receive', path(receiptId));
  const closed = await api.post('/api/wms/inbound-receipts/{id}/close', path(receiptId));
  say(`${receipt.receipt_no}: ${qty} of ${line.expected_qty} received onto JP-${tag}; ${closed.status}`);
  const { rows } = await api.get('/api/wms/inbound-receipts/{id}/putaway', path(receiptId));
  const target = rows[0]?.suggestions[0]?.location_id ?? demo.locations['A-01-01']!;
  await api.post('/api/wms/inventory/move', {
    body: { warehouse_id: demo.warehouse_id, pallet_lpn: `JP-${tag}`, to_location_id: target },
  });
  const stock = await api.get('/api/wms/inventory', { params: { query: { item_id: line.item_id } } });
  say(`put away: ${stock.map(({ qty: here, location }) => `${here} at ${location}`).join(', ')}`);
}

/** The vendor bills what arrived: order, receipt and bill agree, so it can be paid. */
export async function payTheVendor(
  { api, demo, tag }: Journey,
  { purchaseOrderId }: Trip,
  { item, merchantId }: Goods,
  qty: number,
): Promise<void> {
  const order = await api.get('/v1/purchase/orders/{id}', path(purchaseOrderId));
  const assets = await api.get('/api/accounting/accounts', { params: { query: { type: 'asset' } } });
  const bill = await api.post('/api/accounting/bills', {
    body: {
      vendor_id: demo.vendor_id,
      bill_type: 'purchase',
      vendor_bill_no: `PS-${tag}`,
      purchase_order_id: purchaseOrderId,
      lines: [
        {
          account_id: assets.find(({ subtype }) => subtype === 'inventory')!.id,
          description: item.name,
          quantity: qty,
          unit_cost: 31.5,
          merchant_id: merchantId,
          purchase_order_line_id: order.lines[0]!.id,
        },
      ],
    },
  });
  await api.patch('/api/accounting/bills/{id}', { ...path(bill.id), body: { action: 'approve' } });
  await api.post('/api/accounting/bills/{id}/payments', {
    ...path(bill.id),
    body: { method: 'ach', amount: bill.total },
  });
  const { status, match } = await api
    .get('/api/purchase/bill-matches/{id}', path(bill.id))
    .then(async (matched) => ({
      match: matched.match,
      status: (await api.get('/api/accounting/bills/{id}', path(bill.id))).status,
    }));
  say(`the vendor's bill of ${bill.total} is ${match} with ${order.po_no} and ${status}`);
}
