/** Changes a draft bill. */
import { assertVendorBillNew, lockDraftBill, replaceBillLines } from '../../db/accounting/bills.write.ts';
import { readBooks } from '../../db/accounting/books.read.ts';
import { exchangeRate } from '../../domain/accounting/exchange-rate.ts';
import { invalid } from '../../domain/refusals.ts';
import type { billCommands } from '../../queues/accounting/bills.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof billCommands.updateBill> = async ({ tx, organizationId, tell }, input) => {
  const { bill_id: billId, version, lines, exchange_rate: rate, ...changes } = input;
  const draft = await lockDraftBill(tx, organizationId, billId, { action: 'edit', seenVersion: version });
  const { id, kind, vendor_id: vendorId, carrier_id: carrierId, currency } = draft;
  if ((changes.due_date ?? draft.due_date) < (changes.bill_date ?? draft.bill_date)) {
    throw invalid('due_date', 'range', 'due_date must not be before bill_date');
  }
  const vendorBillNo = changes.vendor_bill_no ?? null;
  await assertVendorBillNew(tx, organizationId, { id, vendorId, carrierId, kind, vendorBillNo });
  const books = await readBooks(tx, organizationId);
  await tx('bills')
    .where({ organization_id: organizationId, id })
    .update({
      ...changes,
      ...(rate === undefined
        ? {}
        : { exchange_rate: exchangeRate(currency, books.baseCurrency, rate).toFixed() }),
      version: tx.raw('version + 1'),
      updated_at: tx.fn.now(),
    });
  if (lines) {
    await replaceBillLines(
      tx,
      organizationId,
      { ...draft, bill_type: changes.bill_type ?? draft.bill_type },
      lines,
    );
  }
  tell({ type: 'bill.changed', subject_type: 'bill', subject_id: id, data: { status: 'draft' } });
  return { id };
};
