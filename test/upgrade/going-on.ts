/** Work goes on where it was left before the upgrade: goods are received, shipped and billed. */
import type { ExecutionContext } from 'ava';
import type { Answer, Client } from '../helpers/client.ts';

const qty = 5;

export async function goOn(t: ExecutionContext, client: Client): Promise<void> {
  const done = ({ status, body, text }: Answer): any => {
    t.true(status === 200 || status === 201, text);
    return body.data;
  };
  const { data: goods } = (await client.get('/api/wms/items?is_active=true&page_size=200')).body;
  const plain = new Map<string, any>(
    goods
      .filter((item: any) => !item.lot_tracked && !item.serial_tracked && !item.expiry_tracked)
      .map((item: any) => [item.id, item]),
  );
  const { data: rows } = (await client.get('/api/wms/inventory?status=available&page_size=200')).body;
  const row = rows.find(({ item_id, lpn_id }: any) => plain.has(item_id) && !lpn_id);
  const { warehouse_id, location_id, item_id, merchant_id } = row;
  // In whatever state: some of what comes in may have to be inspected.
  const inStock = async (): Promise<number> =>
    (
      await client.get(`/api/wms/inventory?item_id=${item_id}&warehouse_id=${warehouse_id}&page_size=200`)
    ).body.data.reduce((sum: number, one: any) => sum + one.qty, 0);
  const before = await inStock();

  done(
    await client.post('/api/wms/inbound-receipts', {
      warehouse_id,
      merchant_id,
      source_type: 'manual',
      receive: true,
      lines: [{ item_id, expected_qty: qty, location_id }],
    }),
  );
  t.is(await inStock(), before + qty, 'received');

  const { id } = done(
    await client.post('/api/wms/shipments', {
      warehouse_id,
      merchant_id,
      ship_mode: 'parcel',
      lines: [{ item_id, qty }],
    }),
  );
  for (const action of ['pick', 'pack', 'ship'])
    done(await client.patch(`/api/wms/shipments/${id}`, { action }));
  t.is(done(await client.get(`/api/wms/shipments/${id}`)).status, 'shipped');
  t.is(await inStock(), before, 'shipped');

  const [customer] = done(await client.get('/api/oms/customers?page_size=1'));
  const [account] = done(await client.get('/api/accounting/accounts?system_key=revenue_vas'));
  const invoice = done(
    await client.post('/api/accounting/invoices', {
      customer_id: customer.id,
      lines: [{ account_id: account.id, description: 'Going on', quantity: qty, unit_price: 2.5 }],
    }),
  );
  const { total } = done(await client.patch(`/api/accounting/invoices/${invoice.id}`, { action: 'issue' }));
  const entries = done(
    await client.get(`/api/accounting/journal-entries?source_type=invoice&source_id=${invoice.id}`),
  );
  t.is(entries.length, 1, `an invoice of ${total} is in the books`);
}
