/** Creates a draft: for a merchant or customer, as a correction of an invoice, or from a fulfilled sales order. */
import { readAccountingSettings } from '../../db/journal/books.read.ts';
import { assertCreditFits, readOriginal } from '../../db/documents/credit-notes.write.ts';
import {
  assertTaxedAlike,
  isNaming,
  linesInFull,
  taxOfOneSum,
} from '../../db/documents/credits/credited-lines.read.ts';
import { createDraftInvoice } from '../../db/documents/invoices.write.ts';
import { createOrderInvoice, type OrderInvoiceWords } from '../../db/documents/order-invoices.write.ts';
import { invalid } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Input = InputOf<typeof invoiceCommands.createInvoice>;

export const createInvoice: Handler<typeof invoiceCommands.createInvoice> = async (work, input) => {
  const { id } =
    input.sales_order_id === undefined
      ? await fromLines(work, input)
      : await fromOrder(work, input, input.sales_order_id);
  work.emit({ type: 'invoice.created', subject_type: 'invoice', subject_id: id, data: { status: 'draft' } });
  return { id };
};

function wordsOf(input: Input): OrderInvoiceWords {
  return {
    invoiceDate: input.invoice_date,
    dueDate: input.due_date,
    exchangeRate: input.exchange_rate,
    poNumber: input.po_number ?? null,
    notes: input.notes,
    billTo: input.bill_to,
    buyerVatId: input.buyer_vat_id,
    reverseCharge: input.reverse_charge,
  };
}

function fromOrder(
  { tx, organizationId, actor }: Work,
  input: Input,
  orderId: string,
): Promise<{ id: string }> {
  const taken = [
    'kind',
    'merchant_id',
    'customer_id',
    'original_invoice_id',
    'currency',
    'reverse_charge',
    'lines',
  ] as const;
  const extra = taken.find((field) => input[field] !== undefined);
  if (extra) throw invalid(extra, 'not_allowed', `${extra} follows from the sales order`);
  return createOrderInvoice(tx, { organizationId, createdBy: actor.name }, orderId, wordsOf(input));
}

async function fromLines({ tx, organizationId, actor }: Work, input: Input): Promise<{ id: string }> {
  if (!input.lines) throw invalid('lines', 'required', 'lines is required');
  const books = await readAccountingSettings(tx);
  const original = await readOriginal(tx, input);
  const merchantId = input.merchant_id ?? original?.merchant_id ?? null;
  const customerId = input.customer_id ?? original?.customer_id ?? null;
  if ((merchantId === null) === (customerId === null)) {
    throw invalid('customer_id', 'one_party', 'exactly one of merchant_id and customer_id is required');
  }
  if (merchantId !== null && books.edition === 'standard') {
    throw invalid(
      'merchant_id',
      'edition',
      'merchant_id is for the 3PL edition; here the merchant is the operator itself',
    );
  }
  const lines = await linesInFull(tx, input.lines, original);
  if (original) assertTaxedAlike(original, input.reverse_charge, lines.some(isNaming));
  const { id } = await createDraftInvoice(tx, {
    ...wordsOf(input),
    organizationId,
    createdBy: actor.name,
    kind: input.kind ?? 'invoice',
    merchantId,
    customerId,
    source: 'manual',
    originalInvoiceId: original?.id ?? null,
    buyerVatId: input.buyer_vat_id ?? original?.buyer_vat_id,
    reverseCharge: input.reverse_charge ?? original?.reverse_charge,
    currency: input.currency ?? original?.currency,
    exchangeRate: input.exchange_rate ?? original?.exchange_rate,
    periodStart: input.period_start ?? null,
    periodEnd: input.period_end ?? null,
    taxGiven: (await taxOfOneSum(tx, original, lines)) ?? null,
    lines,
  });
  if (original) await assertCreditFits(tx, original);
  return { id };
}
