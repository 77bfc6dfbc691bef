/** Drafts in foreign currencies follow the rates of the runs that fill them. */
import test from 'ava';
import { joinPlatform } from '../../helpers/join-platform.ts';
import { billingRig } from '../billing-rig.ts';

test('a draft takes the rate of a later run, topped up or dated anew, and is posted at it', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }], { currency: 'EUR' });
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-02', [{ qty: 50 }]);
  const at = (rate: number) => ({ rates: [{ currency: 'EUR', rate }] });
  const { id } = (await rig.run(at(1.1))).invoices[0];
  const path = `/api/accounting/invoices/${id}`;
  const draft = async () => (await rig.client.get(path)).body.data;
  t.like(await draft(), { exchange_rate: 1.1, total: 100 });

  await rig.ship('2026-03-03', [{ qty: 10 }]);
  await rig.run(at(1.2));
  const filled = await draft();
  t.like(filled, { exchange_rate: 1.2, total: 120 });
  await rig.run(at(1.2));
  t.is((await draft()).version, filled.version, 'the same rate changes nothing');
  await rig.run();
  t.is((await draft()).exchange_rate, 1.2, 'nor does a run without rates');
  await rig.run({ ...at(1.25), invoice_date: '2026-04-02', auto_issue: true });
  t.like(await draft(), { exchange_rate: 1.25, invoice_date: '2026-04-02', status: 'open' });
  const [entry] = (await rig.client.get(`/api/accounting/journal-entries?source_id=${id}`)).body.data;
  const receivable = entry.lines.find(({ account_code: code }: any) => code === '1100');
  t.is(
    receivable.base_debit ?? receivable.debit_base ?? receivable.exchange_rate,
    150,
    JSON.stringify(receivable),
  );
});
