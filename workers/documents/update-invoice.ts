/** Changes a draft. Lines that came from charges or an order stay as they are: their source decides them. */
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { assertCreditFits } from '../../db/documents/credit-notes.write.ts';
import {
  assertTaxedAlike,
  isNaming,
  linesInFull,
  namesLines,
  taxOfOneSum,
} from '../../db/documents/credits/credited-lines.read.ts';
import { changeDocument, lockDraft } from '../../db/documents/drafts.write.ts';
import { lockOriginal, lockWithOriginal } from '../../db/documents/invoice-locks.write.ts';
import { replaceInvoiceLines } from '../../db/documents/invoices.write.ts';
import { taxDrafts } from '../../db/documents/taxes/draft-taxes.write.ts';
import { refreshTotals } from '../../db/documents/taxes/draft-totals.write.ts';
import { exchangeRate } from '../../domain/money/exchange-rate.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler } from '../engine/handler.ts';

export const updateInvoice: Handler<typeof invoiceCommands.updateInvoice> = async ({ tx, emit }, input) => {
  const { invoice_id: invoiceId, version, lines, exchange_rate: rate, bill_to: billTo, ...changes } = input;
  await lockWithOriginal(tx, invoiceId);
  const draft = await lockDraft(tx, 'invoice', invoiceId, 'edit', version);
  const { id, original_invoice_id: originalId } = draft;
  const invoiceDate = changes.invoice_date ?? draft.invoice_date;
  const dueDate = changes.due_date ?? draft.due_date;
  if (dueDate < invoiceDate) throw invalid('due_date', 'range', 'due_date must not be before invoice_date');
  const isOfSource =
    lines !== undefined || changes.period_start !== undefined || changes.period_end !== undefined;
  // A credit of returned units gives back its share of that tax.
  const hasTaxOfOrder = draft.source === 'sales_order' || draft.source === 'return';
  const isTaxOfOrder = changes.reverse_charge !== undefined && hasTaxOfOrder;
  if ((isOfSource && draft.source !== 'manual') || isTaxOfOrder) {
    const source = draft.source.replace('_', ' ');
    throw new Refusal(
      'INVOICE_LINES_FIXED',
      `Lines, period and an order's tax follow from the ${source} and cannot be changed.`,
    );
  }
  const books = await readAccountingSettings(tx);
  const original = originalId ? await lockOriginal(tx, originalId) : undefined;
  const full = lines && (await linesInFull(tx, lines, original, id));
  const isReversed = changes.reverse_charge ?? draft.reverse_charge;
  const isTaxedAnew = isReversed !== draft.reverse_charge || full !== undefined;
  if (original && isTaxedAnew)
    assertTaxedAlike(original, isReversed, full?.some(isNaming) ?? (await namesLines(tx, id)));
  const taxOfLines = full && (await taxOfOneSum(tx, original, full, id));
  await changeDocument(tx, 'invoice', id, {
    ...changes,
    ...(isTaxedAnew ? { tax_given: isReversed ? 0 : (taxOfLines?.toFixed() ?? null) } : {}),
    bill_to: billTo && JSON.stringify(billTo),
    exchange_rate:
      rate === undefined ? undefined : exchangeRate(draft.currency, books.baseCurrency, rate).toFixed(),
  });
  if (full) await replaceInvoiceLines(tx, draft, full);
  const taxed = await taxDrafts(tx, [id]);
  await refreshTotals(tx, isTaxedAnew ? [id] : taxed);
  if (original) await assertCreditFits(tx, original);
  emit({ type: 'invoice.changed', subject_type: 'invoice', subject_id: id, data: { status: 'draft' } });
  return { id };
};
