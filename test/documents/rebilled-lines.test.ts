/** Lines of bills that name a merchant and what it is charged with. */
import test from 'ava';
import { billingRig } from '../billing/billing-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';

test('a bill’s line is passed on to the merchant it names, split or not; one that names nobody is refused', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { client, organization } = rig;
  const freight = await rig.item('FREIGHT');
  await rig.sheet([{ billing_item_id: freight, pricing_model: 'cost_plus', percent: 10 }]);
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  const line = { description: 'Linehaul', amount: 40, rebill_item_id: freight };
  const bill = (lines: object[]) =>
    client.post('/api/accounting/bills', {
      carrier_id: organization.carrierId,
      bill_date: '2026-03-05',
      lines,
    });
  const nobodys = await bill([line]);
  t.like(
    nobodys.body.error?.details[0],
    { path: 'lines.0.rebill_item_id', code: 'no_merchant' },
    nobodys.text,
  );
  const made = await bill([{ ...line, merchant_id: organization.merchantId, split_basis: 'weight' }]);
  t.is(made.status, 201, made.text);
  const [{ merchant_id: named, split_basis: basis, splits }] = made.body.data.lines;
  t.deepEqual(
    [named, basis, splits.map((split: any) => [split.merchant_id, split.amount])],
    [null, 'manual', [[organization.merchantId, 40]]],
  );
  const path = `/api/accounting/bills/${made.body.data.id}`;
  const back = await client.patch(path, { lines: [{ ...line, merchant_id: organization.merchantId }] });
  t.is(back.status, 200, back.text);
  t.is((await client.patch(path, { action: 'approve' })).status, 200);
  await rig.run();
  t.is(await rig.sum(), 44);
});
