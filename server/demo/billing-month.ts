/** Every cent accounted for: a 3PL month of two merchants, billed in one run, issued, paid, disputed, credited. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { decimal, toJsonNumber } from '../../domain/decimal.ts';
import type { DemoThreePl } from './data.ts';
import { StartError } from '../start-error.ts';
import type { DemoCaller } from './api-caller.ts';
import { runImport } from './import-csv.ts';
import { chapter, say, table } from './say.ts';
import { waitFor } from './wait-for.ts';

const unitsReceived = 200;
const ordersPerMerchant = 5;

interface Invoice {
  id: string;
  invoice_no: string | null;
  merchant_id: string;
  status: string;
  total: number;
  amount_due: number;
  lines: {
    id: string;
    description: string;
    quantity: number;
    unit_price: number;
    amount: number;
    billing_item_id: string | null;
  }[];
}

interface Run {
  id: string;
  run_no: string;
  status: string;
  charges_created: number;
  activity_total: number;
  activity_charged: number;
  activity_free: number;
  exceptions_count: number;
  invoices: { id: string }[];
}

export async function billingMonth(
  api: DemoCaller,
  demo: DemoThreePl,
  tag: string,
  dataDir: string,
): Promise<void> {
  chapter('Every cent accounted for');
  for (const merchantId of demo.merchant_ids) await activityOf(api, demo, merchantId, tag);
  const run = await bill(api);
  const invoices = await Promise.all(
    run.invoices.map(({ id }) => api.get<Invoice>(`/api/accounting/invoices/${id}`)),
  );
  await settle(api, invoices);
  await showTrace(api, invoices[0]!);
  await showBooks(api);
  const pdf = path.join(dataDir, 'demo-invoice.pdf');
  writeFileSync(pdf, await api.download(`/api/accounting/invoices/${invoices[0]!.id}?format=pdf`));
  say(`the invoice as a document: ${pdf}`);
}

async function activityOf(
  api: DemoCaller,
  demo: DemoThreePl,
  merchantId: string,
  tag: string,
): Promise<void> {
  const merchant = await api.get<{ code: string; name: string }>(`/api/wms/merchants/${merchantId}`);
  const sku = `B${tag}-${merchant.code}`;
  await runImport(api, 'items', `merchant,sku,name\n${merchant.code},${sku},${merchant.name} bestseller`);
  const [item] = await api.get<{ id: string }[]>(`/api/wms/items?q=${sku}`);
  const created = await api.post<{ id: string }>('/api/wms/inbound-receipts', {
    warehouse_id: demo.warehouse_id,
    merchant_id: merchantId,
    source_type: 'portal',
    lines: [{ item_id: item!.id, expected_qty: unitsReceived }],
  });
  const receipt = `/api/wms/inbound-receipts/${created.id}`;
  const { lines } = await api.get<{ lines: { id: string }[] }>(receipt);
  await api.post(`${receipt}/receive-all`, {
    lines: [{ line_id: lines[0]!.id, received_qty: unitsReceived, location_id: demo.locations['A-01-01'] }],
  });
  await api.post(`${receipt}/complete-receive`);
  await api.post(`${receipt}/close`);
  for (let index = 0; index < ordersPerMerchant; index += 1)
    await shipOrder(api, demo, merchantId, item!.id, 3 + index);
  say(`${merchant.name}: ${unitsReceived} units received, ${ordersPerMerchant} orders shipped`);
}

async function shipOrder(
  api: DemoCaller,
  demo: DemoThreePl,
  merchantId: string,
  itemId: string,
  qty: number,
): Promise<void> {
  const { id } = await api.post<{ id: string }>('/api/oms/orders', {
    customer_id: demo.customer_id,
    merchant_id: merchantId,
    lines: [{ product_id: itemId, qty, price: 20 }],
  });
  await api.patch(`/api/oms/orders/${id}`, { action: 'submit' });
  await api.patch(`/api/oms/orders/${id}`, { action: 'approve' });
  await api.post(`/api/oms/orders/${id}/push-to-wms`);
  const { wms_shipments: shipments } = await api.get<{ wms_shipments: { id: string }[] }>(
    `/api/oms/orders/${id}`,
  );
  for (const shipment of shipments) await api.patch(`/api/wms/shipments/${shipment.id}`, { action: 'ship' });
}

async function bill(api: DemoCaller): Promise<Run> {
  const now = new Date();
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  const body = {
    period_start: day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))),
    period_end: day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0))),
    invoice_date: day(now),
    mode: 'draft',
    // The demo may run twice in a month: what is new is billed then, on a supplement.
    late_charge_policy: 'supplement',
  };
  const started = await api.post<Run>('/api/accounting/billing/runs', body);
  const run = await waitFor(
    'the billing run',
    () => api.get<Run>(`/api/accounting/billing/runs/${started.id}`),
    ({ status }) => status !== 'queued' && status !== 'running',
  );
  say(`${run.run_no}, ${body.period_start} to ${body.period_end}: ${run.status}`);
  say(
    `completeness: ${run.activity_total} activities = ${run.activity_charged} charged + ${run.activity_free} free + ${run.exceptions_count} exceptions`,
  );
  if (run.invoices.length === 0) throw new StartError('The run made no invoice.');
  return run;
}

/** The first is issued and partly paid, the second disputed and credited. */
async function settle(api: DemoCaller, invoices: readonly Invoice[]): Promise<void> {
  const [first, second] = invoices as [Invoice, Invoice | undefined];
  const paid = await issue(api, first);
  const payment = half(paid.total);
  await api.post(`/api/accounting/invoices/${first.id}/payments`, {
    method: 'ach',
    amount: payment,
    reference: 'ACH 4711',
  });
  say(`${paid.invoice_no}: ${payment} of ${paid.total} is paid`);
  if (second) {
    await issue(api, second);
    const disputed = await api.patch<Invoice>(`/api/accounting/invoices/${second.id}`, {
      action: 'dispute',
      reason: 'Ten units were counted twice.',
    });
    const line = second.lines[0]!;
    const credit = await api.post<Invoice>('/api/accounting/invoices', {
      kind: 'credit_note',
      merchant_id: second.merchant_id,
      original_invoice_id: second.id,
      lines: [
        {
          billing_item_id: line.billing_item_id,
          description: 'Ten units credited',
          quantity: 10,
          unit_price: line.unit_price,
        },
      ],
    });
    await issue(api, credit);
    const issued = await api.get<Invoice>(`/api/accounting/invoices/${credit.id}`);
    await api.post(`/api/accounting/invoices/${second.id}/payments`, {
      method: 'credit_note',
      credit_invoice_id: credit.id,
      amount: issued.total,
    });
    await api.patch(`/api/accounting/invoices/${second.id}`, { action: 'resolve' });
    say(
      `${issued.invoice_no}: ${issued.total} is credited to ${disputed.invoice_no}, which was disputed and is resolved`,
    );
  }
  const shown = await Promise.all(
    invoices.map(({ id }) => api.get<Invoice>(`/api/accounting/invoices/${id}`)),
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

function issue(api: DemoCaller, invoice: Invoice): Promise<Invoice> {
  return invoice.invoice_no === null
    ? api.patch(`/api/accounting/invoices/${invoice.id}`, { action: 'issue' })
    : Promise.resolve(invoice);
}

function half(amount: number): number {
  return toJsonNumber(decimal(amount).times('0.5').round(2));
}

async function showTrace(api: DemoCaller, invoice: Invoice): Promise<void> {
  const line = invoice.lines[0]!;
  const charges = await api.get<
    { source_ref: string; service_date: string; quantity: number; amount: number }[]
  >(`/api/accounting/billing/charges?invoice_line_id=${line.id}&expand=source,pricing,journal`);
  say(`"${line.description}", ${line.amount}, comes from:`);
  table(
    charges.slice(0, 5).map(({ source_ref, service_date, quantity, amount }) => ({
      source: source_ref,
      day: service_date,
      quantity,
      amount,
    })),
  );
}

async function showBooks(api: DemoCaller): Promise<void> {
  const trial = await api.get<{ totals: { debit: number; credit: number }[] }>(
    '/api/accounting/reports/trial-balance',
  );
  const { debit, credit } = trial.totals[0]!;
  say(`trial balance: debit ${debit}, credit ${credit}`);
  if (debit !== credit) throw new StartError('The trial balance does not balance.');
  const days = [0, 30, 60].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  const agings = await Promise.all(
    days.map((day) => api.get<Aging>(`/api/accounting/reports/aging?side=receivable&as_of=${day}`)),
  );
  say('receivables by age, as of three days:');
  table(
    agings.map(({ as_of, base_total, buckets, base_buckets }) => ({
      as_of,
      total: base_total,
      ...byBucket(buckets, base_buckets),
    })),
  );
}

interface Aging {
  as_of: string;
  base_total: number;
  buckets: string[];
  base_buckets: number[];
}

function byBucket(names: readonly string[], amounts: readonly number[]): Record<string, number> {
  return Object.fromEntries(names.map((name, index) => [name, amounts[index]!]));
}
