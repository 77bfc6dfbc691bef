/** Credits that outweigh the charges: they wait for the next invoice, or a run makes a credit note of them. */
import test, { type ExecutionContext } from 'ava';
import { joinPlatform } from '../../helpers/join-platform.ts';
import { billingRig, type BillingRig } from '../billing-rig.ts';

const invoices = '/api/accounting/invoices';

async function start(t: ExecutionContext) {
  const rig = await billingRig(await joinPlatform(t));
  const item = await rig.item('A', { taxable: true, tax_code: 'NY', tax_rate: 10 });
  const unused = await rig.item('UNUSED');
  await rig.sheet([{ billing_item_id: unused, pricing_model: 'per_unit', rate: 1 }]);
  return { rig, item };
}

async function charge({ client, organization }: BillingRig, item: string, quantity: number): Promise<void> {
  const answer = await client.post('/api/accounting/billing/charges', {
    merchant_id: organization.merchantId,
    billing_item_id: item,
    service_date: '2026-03-10',
    quantity,
    unit_price: 10,
  });
  if (answer.status !== 201) throw new Error(answer.text);
}

test('what waits for a merchant that leaves is credited, reaches the books once, and is billed anew if that is void', async (t) => {
  const { rig, item } = await start(t);
  await charge(rig, item, 3);
  await charge(rig, item, -8);
  t.is((await rig.run()).invoices_count, 0, 'it waits');
  const run = await rig.run({ credit_notes: true, auto_issue: true });
  t.is(run.status, 'completed', JSON.stringify(run.error));
  t.like(run.invoices[0], { kind: 'credit_note', status: 'open', total: 55 });
  const { id } = run.invoices[0];
  const note = (await rig.client.get(`${invoices}/${id}`)).body.data;
  t.like(note, { source: 'billing_run', total: 55, tax_total: 5 });
  t.like(note.lines[0], { quantity: 5, unit_price: 10, amount: 50 });
  const [entry] = (await rig.client.get(`/api/accounting/journal-entries?source_id=${id}`)).body.data;
  const of = (code: string) => entry.lines.find((line: any) => line.account_code === code);
  t.is(of('1100').credit, 55);
  t.is((await rig.charges(`&invoice_line_id=${note.lines[0].id}`)).length, 2);
  const again = await rig.run({ credit_notes: true });
  t.is(again.invoices_count, 0, 'once');
  const gone = { action: 'void', reason: 'Wrong', void_date: '2026-04-01' };
  t.is((await rig.client.patch(`${invoices}/${id}`, gone)).status, 200);
  await charge(rig, item, 10);
  t.like((await rig.run()).invoices[0], { kind: 'invoice', total: 55 });
});

test('a draft that credits outweigh, and what came after an issued invoice, are credited too', async (t) => {
  const { rig, item } = await start(t);
  await charge(rig, item, 10);
  const first = (await rig.run()).invoices[0];
  await charge(rig, item, -15);
  await rig.run();
  const stuck = await rig.client.patch(`${invoices}/${first.id}`, { action: 'issue' });
  t.is(stuck.body.error?.code, 'NEGATIVE_TOTAL');
  const { version } = (await rig.client.get(`${invoices}/${first.id}`)).body.data;
  const run = await rig.run({ credit_notes: true });
  t.like(run.invoices[0], { id: first.id, kind: 'credit_note', status: 'draft', total: 55 });
  const seen = await rig.client.patch(`${invoices}/${first.id}`, { version, notes: 'seen as an invoice' });
  t.is(seen.body.error?.code, 'STATE_CHANGED');
  t.is((await rig.run({ credit_notes: true, invoice_date: '2026-04-02' })).status, 'completed');
  t.is((await rig.client.get(`${invoices}/${first.id}`)).body.data.invoice_date, '2026-04-02');
  t.is((await rig.client.patch(`${invoices}/${first.id}`, { action: 'issue' })).status, 200);

  await charge(rig, item, 20);
  const second = (await rig.run({ auto_issue: true })).invoices[0];
  t.like(second, { kind: 'invoice', status: 'open', total: 220 });
  await charge(rig, item, -2);
  t.is((await rig.run()).invoices_count, 0, 'it waits for the next');
  t.like((await rig.run({ credit_notes: true })).invoices[0], { kind: 'credit_note', total: 22 });
});
