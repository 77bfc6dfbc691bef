/** Lines entered by hand with a billing item are taxed as the item is, where they do not say otherwise. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from '../billing/billing-rig.ts';
import { base } from '../journal/books.ts';

test('a line without tax has its item’s; on a credit note, what the invoice was taxed', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { client, organization } = rig;
  const taxed = await rig.item('TAXED', { taxable: true, tax_code: 'NY', tax_rate: 8 });
  const free = await rig.item('FREE', { taxable: false, tax_code: 'NY', tax_rate: 8 });
  const line = (item: string, more: object = {}) => ({
    billing_item_id: item,
    description: 'Work',
    quantity: 1,
    unit_price: 100,
    ...more,
  });
  const drafted = async (more: object) => {
    const made = await client.post(`${base}/invoices`, { invoice_date: '2026-06-01', ...more });
    t.is(made.status, 201, made.text);
    return made.body.data;
  };
  const taxes = (document: any) => document.lines.map((one: any) => [one.tax_code, one.tax_rate]);
  const lines = [
    line(taxed),
    line(taxed, { tax_rate: 0 }),
    line(taxed, { tax_code: 'X', tax_rate: 5 }),
    line(free),
  ];
  const invoice = await drafted({ merchant_id: organization.merchantId, lines });
  t.deepEqual(taxes(invoice), [
    ['NY', 8],
    ['', 0],
    ['X', 5],
    ['', 0],
  ]);
  t.is(invoice.tax_total, 13);
  const changed = await client.patch(`${base}/invoices/${invoice.id}`, { lines: [line(taxed)] });
  t.deepEqual(taxes(changed.body.data), [['NY', 8]], changed.text);
  t.is((await client.patch(`${base}/invoices/${invoice.id}`, { action: 'issue' })).status, 200);

  t.is((await client.patch(`${base}/billing/items/${taxed}`, { tax_code: 'NJ', tax_rate: 6 })).status, 200);
  const credit = { kind: 'credit_note', original_invoice_id: invoice.id };
  const note = await drafted({ ...credit, lines: [line(taxed, { unit_price: 50 })] });
  t.deepEqual(taxes(note), [['NY', 8]]);
  t.is(note.total, 54);
  const edited = await client.patch(`${base}/invoices/${note.id}`, {
    lines: [line(taxed, { unit_price: 25 })],
  });
  t.deepEqual(taxes(edited.body.data), [['NY', 8]], edited.text);
  const other = await drafted({
    merchant_id: organization.merchantId,
    kind: 'credit_note',
    lines: [line(taxed)],
  });
  t.deepEqual(taxes(other), [['NJ', 6]], 'that of the item where it corrects nothing');
});
