/** Changing a credit note locks the invoice it corrects before the note, as issuing it does: the two never deadlock. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { base, draftInvoice, issuedInvoice } from '../journal/books.ts';

test('a note that waits to be changed keeps nobody from it', async (t) => {
  const { client, owner, standard } = await joinPlatform(t);
  const money = { currency: 'EUR', exchange_rate: 1.1 };
  const invoice = await issuedInvoice(t, client, { customer_id: standard.customerId }, money);
  const correction = { kind: 'credit_note', original_invoice_id: invoice.id };
  const note = await draftInvoice(t, client, correction, { lines: [{ unit_price: 10 }] });
  const issuing = await owner.connect();
  try {
    const { pid } = ((await issuing.query('begin; select pg_backend_pid() as pid')) as any)[1].rows[0];
    const lock = 'select 1 from invoices where id = $1 for update';
    await issuing.query(lock, [invoice.id]);
    const changed = client.patch(`${base}/invoices/${note.id}`, { notes: 'x' });
    await until('the change waits for the invoice', async () => {
      const query = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
      return (await owner.query(query, [pid])).rows.length > 0;
    });
    await t.notThrowsAsync(issuing.query(`${lock} nowait`, [note.id]));
    await issuing.query('commit');
    t.is((await changed).status, 200);
  } finally {
    issuing.release(true);
  }
});
