/** Every cent accounted for: a 3PL's month with two merchants, billed in one run, issued, paid, disputed, credited. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../client/src/calls.ts';
import type { PlatformClient } from '../../client/src/client.ts';
import { billedMonth } from './billed-month.ts';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import type { DemoThreePl } from './data.ts';
import { StartError } from '../start-error.ts';
import { runImport } from './import-csv.ts';
import { path } from './journey/journey.ts';
import { chapter, say, table } from './say.ts';
import { waitFor } from './wait-for.ts';

const unitsReceived = 200;
const ordersPerMerchant = 5;

type Invoice = Answer<'/api/accounting/invoices/{id}', 'get'>;
type Run = Answer<'/api/accounting/billing/runs/{id}', 'get'>;

export async function billingMonth(
  api: PlatformClient,
  demo: DemoThreePl,
  tag: string,
  dataDir: string,
): Promise<void> {
  chapter('Every cent accounted for');
  for (const merchantId of demo.merchant_ids) await activityOf(api, demo, merchantId, tag);
  const run = await bill(api);
  const invoices = await Promise.all(
    (run.invoices ?? []).map(({ id }) => api.get('/api/accounting/invoices/{id}', path(id))),
  );
  await settle(api, invoices);
  await showTrace(api, invoices[0]!);
  await showBooks(api);
  const pdf = join(dataDir, 'demo-invoice.pdf');
  const { bytes } = await api.download(
    '/api/accounting/invoices/{id}',
    'application/pdf',
    path(invoices[0]!.id),
  );
  writeFileSync(pdf, bytes);
  say(`the invoice as a PDF: ${pdf}`);
}

async function activityOf(
  api: PlatformClient,
  demo: DemoThreePl,
  merchantId: string,
  tag: string,
): Promise<void> {
  const merchant = await api.get('/api/wms/merchants/{id}', path(merchantId));
  const sku = `B${tag}-${merchant.code}`;
  await runImport(api, 'items', `merchant,sku,name\n${merchant.code},${sku},${merchant.name} bestseller`);
  const [item] = await api.get('/api/wms/items', { params: { query: { q: sku } } });
  const created = await api.post('/api/wms/inbound-receipts', {
    body: {
      warehouse_id: demo.warehouse_id,
      merchant_id: merchantId,
      source_type: 'portal',
      lines: [{ item_id: item!.id, expected_qty: unitsReceived }],
    },
  });
  const receipt = path(created.id);
  const { lines } = await api.get('/api/wms/inbound-receipts/{id}', receipt);
  const place = demo.locations['A-01-01']!;
  await api.post('/api/wms/inbound-receipts/{id}/receive-all', {
    ...receipt,
    body: { lines: [{ line_id: lines[0]!.id, received_qty: unitsReceived, location_id: place }] },
  });
  await api.post('/api/wms/inbound-receipts/{id}/complete-receive', receipt);
  await api.post('/api/wms/inbound-receipts/{id}/close', receipt);
  for (let index = 0; index < ordersPerMerchant; index += 1)
    await shipOrder(api, demo, merchantId, item!.id, 3 + index);
  say(`${merchant.name}: ${unitsReceived} units received, ${ordersPerMerchant} orders shipped`);
}

async function shipOrder(
  api: PlatformClient,
  demo: DemoThreePl,
  merchantId: string,
  itemId: string,
  qty: number,
): Promise<void> {
  const { id } = await api.post('/api/oms/orders', {
    body: {
      customer_id: demo.customer_id,
      merchant_id: merchantId,
      lines: [{ product_id: itemId, qty, price: 20 }],
    },
  });
  for (const action of ['submit', 'approve'] as const)
    await api.patch('/api/oms/orders/{id}', { ...path(id), body: { action } });
  await api.post('/api/oms/orders/{id}/push-to-wms', path(id));
  const { wms_shipments: shipments } = await api.get('/api/oms/orders/{id}', path(id));
  for (const shipment of shipments)
    await api.patch('/api/wms/shipments/{id}', { ...path(shipment.id), body: { action: 'ship' } });
}

async function bill(api: PlatformClient): Promise<Run> {
  const body = {
    ...(await billedMonth(api)),
    mode: 'draft' as const,
    // The demo may run twice in a month: what is new is then billed on a supplement.
    late_charge_policy: 'supplement' as const,
  };
  const started = await api.post('/api/accounting/billing/runs', { body });
  const run = await waitFor(
    'the billing run',
    () => api.get('/api/accounting/billing/runs/{id}', path(started.id)),
    ({ status }) => status !== 'queued' && status !== 'running',
  );
  say(`${run.run_no}, ${body.period_start} to ${body.period_end}: ${run.status}`);
  say(
    `completeness: ${run.activity_total} activities = ${run.activity_charged} charged + ${run.activity_free} free + ${run.exceptions_count} exceptions`,
  );
  if (!run.invoices?.length) throw new StartError('The run created no invoice.');
  return run;
}

/** The first is issued and partly paid, the second disputed and credited. */
async function settle(api: PlatformClient, invoices: readonly Invoice[]): Promise<void> {
  const [first, second] = invoices as [Invoice, Invoice | undefined];
  const paid = await issue(api, first);
  const payment = half(paid.total);
  await api.post('/api/accounting/invoices/{id}/payments', {
    ...path(first.id),
    body: { method: 'ach', amount: payment, reference: 'ACH 4711' },
  });
  say(`${paid.invoice_no}: ${payment} of ${paid.total} is paid`);
  if (second) {
    await issue(api, second);
    const disputed = await api.patch('/api/accounting/invoices/{id}', {
      ...path(second.id),
      body: { action: 'dispute', reason: 'Ten units were counted twice.' },
    });
    const line = second.lines[0]!;
    const credit = await api.post('/api/accounting/invoices', {
      body: {
        kind: 'credit_note',
        merchant_id: second.merchant_id!,
        original_invoice_id: second.id,
        lines: [
          {
            billing_item_id: line.billing_item_id,
            description: 'Ten units credited',
            quantity: 10,
            unit_price: line.unit_price,
          },
        ],
      },
    });
    await issue(api, credit);
    const issued = await api.get('/api/accounting/invoices/{id}', path(credit.id));
    await api.post('/api/accounting/invoices/{id}/payments', {
      ...path(second.id),
      body: { method: 'credit_note', credit_invoice_id: credit.id, amount: issued.total },
    });
    await api.patch('/api/accounting/invoices/{id}', { ...path(second.id), body: { action: 'resolve' } });
    say(
      `${issued.invoice_no}: ${issued.total} is credited to ${disputed.invoice_no}, which was disputed and is resolved`,
    );
  }
  const shown = await Promise.all(
    invoices.map(({ id }) => api.get('/api/accounting/invoices/{id}', path(id))),
  );
  table(
    shown.map(({ invoice_no, status, total, amount_due }) => ({
      invoice: invoice_no,
      status,
      total,
      due: amount_due,
    })),
  );
}

function issue(api: PlatformClient, invoice: Invoice): Promise<Invoice> {
  return invoice.invoice_no === null
    ? api.patch('/api/accounting/invoices/{id}', { ...path(invoice.id), body: { action: 'issue' } })
    : Promise.resolve(invoice);
}

function half(amount: number): number {
  return toJsonNumber(decimal(amount).times('0.5').round(2));
}

async function showTrace(api: PlatformClient, invoice: Invoice): Promise<void> {
  const line = invoice.lines[0]!;
  const charges = await api.get('/api/accounting/billing/charges', {
    params: { query: { invoice_line_id: line.id, expand: 'source,pricing,journal' } },
  });
  say(`"${line.description}", ${line.amount}, comes from:`);
  table(
    charges
      .flatMap((charge) => ('source_ref' in charge ? [charge] : []))
      .slice(0, 5)
      .map(({ source_ref, service_date, quantity, amount }) => ({
        source: source_ref,
        day: service_date,
        quantity,
        amount,
      })),
  );
}

async function showBooks(api: PlatformClient): Promise<void> {
  const trial = await api.get('/api/accounting/reports/trial-balance');
  const { debit, credit } = trial.totals[0]!;
  say(`trial balance: debit ${debit}, credit ${credit}`);
  if (debit !== credit) throw new StartError('The trial balance does not balance.');
  const days = [0, 30, 60].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  const agings = await Promise.all(
    days.map((day) =>
      api.get('/api/accounting/reports/aging', { params: { query: { side: 'receivable', as_of: day } } }),
    ),
  );
  say('receivables by age, on three dates:');
  table(
    agings.map(({ as_of, base_total, buckets, base_buckets }) => ({
      as_of,
      total: base_total,
      ...byBucket(buckets, base_buckets),
    })),
  );
}

function byBucket(names: readonly string[], amounts: readonly number[]): Record<string, number> {
  return Object.fromEntries(names.map((name, index) => [name, amounts[index]!]));
}
