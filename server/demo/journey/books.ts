/** What it cost and who pays: the carrier's bill, split; a billing run; invoices; and a trial balance that balances. */
import { billedMonth } from '../billed-month.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { decimal } from '../../../domain/decimal.ts';
import { chapter, say, table } from '../say.ts';
import { StartError } from '../../start-error.ts';
import { waitFor } from '../wait-for.ts';
import { path as at, type Journey } from './journey.ts';

export async function inTheBooks(journey: Journey, transportId: string): Promise<void> {
  chapter('In the books');
  const { api } = journey;
  const merchants = await api.get('/api/wms/merchants');
  const names = new Map(merchants.map(({ id, name }) => [id, name]));
  const freight = await api.post('/v1/tms/freight-bills', { body: { order_id: transportId } });
  await api.patch('/api/accounting/bills/{id}', { ...at(freight.id), body: { action: 'approve' } });
  say(`freight of ${freight.total}, split by ${freight.split_basis}:`);
  table(
    freight.splits.map(({ merchant_id: merchant, basis_qty, amount }) => ({
      merchant: names.get(merchant),
      [freight.split_basis ?? 'share']: basis_qty,
      amount,
    })),
  );
  await billTheMonth(journey, names);
  await proveTheBooks(journey);
}

async function billTheMonth({ api, dataDir }: Journey, names: ReadonlyMap<string, string>): Promise<void> {
  const started = await api.post('/api/accounting/billing/runs', {
    body: {
      ...(await billedMonth(api)),
      mode: 'draft',
      // Whatever is new since the month's last run is billed on a supplement.
      late_charge_policy: 'supplement',
    },
  });
  const run = await waitFor(
    'the billing run',
    () => api.get('/api/accounting/billing/runs/{id}', at(started.id)),
    ({ status }) => status !== 'queued' && status !== 'running',
  );
  say(
    `${run.run_no} is ${run.status}: ${run.activity_total} activities = ${run.activity_charged} charged + ${run.activity_free} free + ${run.exceptions_count} exceptions`,
  );
  for (const { id } of run.invoices ?? []) {
    const invoice = await api.patch('/api/accounting/invoices/{id}', {
      ...at(id),
      body: { action: 'issue' },
    });
    say(
      `${invoice.invoice_no} to ${names.get(invoice.merchant_id ?? '')}, ${invoice.total} ${invoice.currency}:`,
    );
    table(invoice.lines.map(({ description, quantity, amount }) => ({ description, quantity, amount })));
    const file = path.join(dataDir, `demo-${invoice.invoice_no}.pdf`);
    const { bytes } = await api.download('/api/accounting/invoices/{id}', 'application/pdf', {
      params: { path: { id }, query: { format: 'pdf' } },
    });
    writeFileSync(file, bytes);
    say(`as a PDF: ${file}`);
  }
}

async function proveTheBooks({ api }: Journey): Promise<void> {
  const { totals } = await api.get('/api/accounting/reports/trial-balance');
  for (const { currency, debit, credit } of totals) {
    const difference = decimal(debit).minus(decimal(credit));
    say(`trial balance in ${currency}: debit ${debit}, credit ${credit}, difference ${difference.toFixed()}`);
    if (!decimal(debit).eq(decimal(credit))) throw new StartError('The trial balance does not balance.');
  }
  const integrity = await api.get('/api/wms/inventory/integrity');
  say(`integrity: ${integrity.keys_checked} keys checked, ${integrity.mismatch_count} mismatches`);
  if (integrity.mismatch_count !== 0) throw new StartError('The ledger and the balances disagree.');
}
