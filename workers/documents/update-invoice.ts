/** Changes a draft. Lines that came from charges or an order stay as they are: their source decides them. */
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { assertCreditFits } from '../../db/documents/credit-notes.write.ts';
import { withAccounts } from '../../db/documents/invoice-line-accounts.read.ts';
import { lockDraft, lockOriginal } from '../../db/documents/invoice-locks.write.ts';
import { refreshTotals, replaceInvoiceLines } from '../../db/documents/invoices.write.ts';
import { exchangeRate } from '../../domain/money/exchange-rate.ts';
import { invalid, Refusal } from '../../domain/refusals.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../handler.ts';
import { rows } from '../../db/database.ts';
import { assignments, sql } from '../../db/sql-text.ts';

export const updateInvoice: Handler<typeof invoiceCommands.updateInvoice> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { invoice_id: invoiceId, version, lines, bill_to: billTo, exchange_rate: rate, ...changes } = input;
  const draft = await lockDraft(tx, organizationId, invoiceId, { action: 'edit', seenVersion: version });
  const { id } = draft;
  const invoiceDate = changes.invoice_date ?? draft.invoice_date;
  const dueDate = changes.due_date ?? draft.due_date;
  if (dueDate < invoiceDate) throw invalid('due_date', 'range', 'due_date must not be before invoice_date');
  const isOfSource =
    lines !== undefined || changes.period_start !== undefined || changes.period_end !== undefined;
  if (isOfSource && draft.source !== 'manual') {
    const source = draft.source.replace('_', ' ');
    throw new Refusal(
      'INVOICE_LINES_FIXED',
      `Lines and period follow from the ${source} and cannot be changed.`,
    );
  }
  const books = await readAccountingSettings(tx, organizationId);
  const updated = await rows<{ original_invoice_id: string | null }>(
    tx,
    sql`update invoices set ${assignments({
      ...changes,
      ...(billTo ? { bill_to: JSON.stringify(billTo) } : {}),
      ...(rate === undefined
        ? {}
        : { exchange_rate: exchangeRate(draft.currency, books.baseCurrency, rate).toFixed() }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })}
      where organization_id = ${organizationId} and id = ${id} returning original_invoice_id`,
  );
  if (lines) {
    await replaceInvoiceLines(tx, organizationId, draft, await withAccounts(tx, organizationId, lines));
    await refreshTotals(tx, organizationId, [id]);
  }
  const originalId = updated[0]?.original_invoice_id;
  const original = originalId ? await lockOriginal(tx, organizationId, originalId) : undefined;
  if (original) await assertCreditFits(tx, organizationId, original);
  emit({ type: 'invoice.changed', subject_type: 'invoice', subject_id: id, data: { status: 'draft' } });
  return { id };
};
