/** What is refused of invoices and bills says so as a bookkeeper would: what is open, and what to do, not what our states are called. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { accountsByCode, base, draftInvoice, issuedInvoice } from '../journal/books.ts';

const refusal = async (answer: Promise<any>): Promise<any> => {
  const { status, body } = await answer;
  const { code, message, details } = body.error;
  if (status !== 400 || code !== 'ILLEGAL_TRANSITION') throw new Error(`${status} ${code} ${message}`);
  return { message, details };
};

test('a payment of what is not open says what there is', async (t) => {
  const { client, standard } = await joinPlatform(t);
  const party = { customer_id: standard.customerId };
  const path = (id: string) => `${base}/invoices/${id}`;
  const pay = (id: string, amount: number, more: object = {}) =>
    client.post(`${path(id)}/payments`, { method: 'ach', amount, ...more });
  const paid = await issuedInvoice(t, client, party);
  const note = await issuedInvoice(t, client, party, { kind: 'credit_note', lines: [{ unit_price: 30 }] });
  const ofNote = { method: 'credit_note', credit_invoice_id: note.id };
  t.is((await pay(paid.id, 30, ofNote)).status, 201);
  const over = (await pay(paid.id, 70.01)).body.error;
  t.is(over.message, `70.01 is more than the 70 USD open on ${paid.invoice_no}.`);
  t.is((await pay(paid.id, 70)).status, 201);
  t.deepEqual(await refusal(pay(paid.id, 1)), {
    message: `Nothing is open on ${paid.invoice_no}: total 100 USD, paid 70, credited 30, left 0.`,
    details: {
      from: 'paid',
      action: 'settle',
      allowed: ['void'],
      total: '100',
      amount_paid: '70',
      amount_credited: '30',
      amount_due: '0',
      currency: 'USD',
    },
  });
  const draft = await draftInvoice(t, client, party);
  t.is((await refusal(pay(draft.id, 1))).message, 'The invoice is a draft: issue it before it is paid.');
  const other = await issuedInvoice(t, client, party);
  t.is(
    (await refusal(pay(other.id, 1, ofNote))).message,
    `Nothing is open on ${note.invoice_no}: total 30 USD, paid back 0, used 30, left 0.`,
  );
  t.is((await client.patch(path(other.id), { action: 'void', reason: 'wrong' })).status, 200);
  t.is((await refusal(pay(other.id, 1))).message, `${other.invoice_no} is void: nothing is open on it.`);
  t.is(
    (await refusal(client.patch(path(paid.id), { notes: 'x' }))).message,
    'Only a draft is changed; this invoice is paid: correct it with a credit note, or void it.',
  );
  t.deepEqual(await refusal(client.delete(path(note.id))), {
    message: 'Only a draft is deleted; this credit note is paid: void it.',
    details: { from: 'paid', action: 'delete', allowed: ['void'] },
  });
});

test('so does one of a bill', async (t) => {
  const { client, standard } = await joinPlatform(t);
  const accounts = await accountsByCode(client);
  const lines = [{ account_id: accounts['6000'], description: 'Rent', amount: 50 }];
  const { id } = (await client.post(`${base}/bills`, { vendor_id: standard.vendorId, lines })).body.data;
  const pay = (amount: number) => client.post(`${base}/bills/${id}/payments`, { method: 'ach', amount });
  t.is((await refusal(pay(1))).message, 'The bill is a draft: approve it before it is paid.');
  const approved = await client.patch(`${base}/bills/${id}`, { action: 'approve' });
  const { bill_no: no } = approved.body.data;
  t.is((await pay(60)).body.error.message, `60 is more than the 50 USD open on ${no}.`);
  t.is((await pay(50)).status, 201);
  t.is(
    (await refusal(pay(1))).message,
    `Nothing is open on ${no}: total 50 USD, paid 50, credited 0, left 0.`,
  );
  t.is(
    (await refusal(client.patch(`${base}/bills/${id}`, { notes: 'x' }))).message,
    'Only a draft is changed; this bill is paid: correct it with a vendor credit, or void it.',
  );
});
