/** And back again: a customer sends something back, it is looked at, sold again, and paid back to the cent. */
import type { PlatformClient } from '../../client/src/client.ts';
import { StartError } from '../start-error.ts';
import { path } from './journey/journey.ts';
import { chapter, say, table } from './say.ts';

/** Takes back one unit of an order that was delivered, to a location of the warehouse it left from. */
export async function goodsBack(api: PlatformClient, orderId: string, location: string): Promise<void> {
  chapter('And back again');
  const order = await api.get('/api/oms/orders/{id}', path(orderId));
  const draft = await api.post('/api/accounting/invoices', { body: { sales_order_id: order.id } });
  const invoice = await api.patch('/api/accounting/invoices/{id}', {
    ...path(draft.id),
    body: { action: 'issue' },
  });
  say(`${order.order_no} is invoiced as ${invoice.invoice_no}, ${invoice.total} ${invoice.currency}`);
  const [line] = order.lines;
  const sku = line!.sku!;
  const asked = await api.post('/v1/oms/returns', {
    body: { order_id: order.id, lines: [{ sku, qty: 1, reason_code: 'wrong_colour' }] },
  });
  const taken = await api.post('/v1/oms/returns/{id}/receive', {
    ...path(asked.id),
    body: { lines: [{ sku, qty: 1, grade: 'A', disposition: 'restock', location_id: location }] },
  });
  say(
    `${taken.return_no}: one ${sku} counted, graded A and back on the shelf; the return is ${taken.status}`,
  );
  const credited = await api.post('/api/oms/returns/{id}/credit', { ...path(asked.id), body: {} });
  const note = await api.patch('/api/accounting/invoices/{id}', {
    ...path(credited.credits[0]!.id),
    body: { action: 'issue' },
  });
  say(`${note.invoice_no} pays ${note.total} ${note.currency} back, with its share of discount and tax`);
  const [traced] = await api.get('/api/oms/returns/{id}/trace', path(asked.id));
  const posting = traced!.books?.postings[0];
  if (!posting) throw new StartError('The credit note of the return posted nothing.');
  table([
    {
      order: traced!.order_no,
      shipment: traced!.shipments.map(({ shipment_no: no }) => no).join(', '),
      receipt: traced!.receipt_no,
      became: traced!.dispositions.map(({ kind }) => kind).join(', '),
      'journal entry': posting.entry_no,
    },
  ]);
}
