/**
 * Credits returned units: a draft credit note against the invoice of their order. The locks of the return and of the
 * invoice make credits take turns, so that units are credited once and never for more than was invoiced.
 */
import { assertCreditFits } from '../../db/documents/credit-notes.write.ts';
import { creditableLines, creditedSum } from '../../db/documents/credits/given-back.read.ts';
import { withItems, type GivenLine } from '../../db/documents/invoice-line-items.read.ts';
import type { OriginalInvoice } from '../../db/documents/invoice-locks.write.ts';
import { createDraftInvoice } from '../../db/documents/invoices.write.ts';
import { readAccountingSettings, readMoneyRules, type Books } from '../../db/journal/books.read.ts';
import { creditableUnits, lockOrderInvoice } from '../../db/returns/return-credit.write.ts';
import { lockReturn, type LockedReturn } from '../../db/returns/returns.write.ts';
import { decimal, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { returnEvent } from '../../domain/returns/events.ts';
import { returnStates } from '../../domain/returns/return-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { creditNoteOf, unitsToCredit, type CreditNote } from './credit-note.ts';

type Input = InputOf<typeof returnCommands.creditReturn>;

export const creditReturn: Handler<typeof returnCommands.creditReturn> = async (work, input) => {
  const { tx, actor, organizationId } = work;
  const books = await readAccountingSettings(tx);
  assertStandard(books);
  const found = await lockReturn(tx, input.return_id);
  const status = nextState(returnStates, found.status, 'credit');
  const invoice = await invoiceOf(work, found);
  const asked = unitsToCredit(input.lines, await creditableUnits(tx, found.id));
  const rules = await readMoneyRules(tx, books, invoice.currency);
  const note = creditNoteOf(
    asked,
    await creditableLines(tx, invoice.id),
    { whole: await creditedSum(tx, invoice.id), rate: decimal(invoice.exchange_rate) },
    rules,
  );
  const { id } = await createDraftInvoice(tx, {
    organizationId,
    createdBy: actor.name,
    kind: 'credit_note',
    merchantId: invoice.merchant_id,
    customerId: invoice.customer_id,
    buyerVatId: invoice.buyer_vat_id,
    reverseCharge: invoice.reverse_charge,
    source: 'return',
    returnId: found.id,
    salesOrderId: found.order_id,
    originalInvoiceId: invoice.id,
    currency: invoice.currency,
    exchangeRate: invoice.exchange_rate,
    invoiceDate: input.invoice_date ?? undefined,
    notes: input.note ?? `Return ${found.return_no}`,
    taxGiven: note.tax,
    lines: [...note.lines, ...(await withItems(tx, feeLines(input, note)))],
  });
  await assertCreditFits(tx, invoice);
  work.emit({ type: 'invoice.created', subject_type: 'invoice', subject_id: id, data: { status: 'draft' } });
  work.emit(
    returnEvent(found, 'credited', {
      status,
      previous_status: found.status,
      credit_note_id: id,
      invoice_id: invoice.id,
      lines: asked.map(({ of, qty }) => ({
        return_line_id: of.return_line_id,
        order_line_id: of.order_line_id,
        qty: toJsonNumber(qty),
      })),
    }),
  );
  return { id: found.id, credit_note_id: id };
};

function assertStandard({ edition }: Books): void {
  if (edition === 'standard') return;
  throw new Refusal(
    'EDITION_STANDARD_ONLY',
    'A 3PL does not credit its merchants’ customers: the events of the return tell the merchant what came back.',
  );
}

async function invoiceOf({ tx }: Work, found: LockedReturn): Promise<OriginalInvoice> {
  const invoice = found.order_id === null ? undefined : await lockOrderInvoice(tx, found.order_id);
  if (invoice) return invoice;
  const message = found.order_id
    ? `The order of ${found.return_no} has no issued invoice to credit.`
    : `${found.return_no} names no order: there is no invoice to credit.`;
  throw new Refusal('RETURN_NOT_INVOICED', message, { order_id: found.order_id });
}

/**
 * A restocking fee comes off what is credited, and carries no tax. What rules keep back goes no further than that; a fee
 * that is asked for is refused when it does.
 */
function feeLines(input: Input, note: CreditNote): GivenLine[] {
  let left = note.total;
  const lines: GivenLine[] = [];
  for (const [item, fee] of askedFee(input, note) ?? note.fees) {
    const kept = fee.gt(left) ? left : fee;
    left = left.minus(kept);
    if (!kept.gt(zero)) continue;
    const line = { description: 'Restocking fee', quantity: '-1', unit_price: kept.toFixed(), tax_rate: '0' };
    lines.push({ ...line, billing_item_id: item, source: 'return' });
  }
  return lines;
}

function askedFee(
  { restocking_fee: asked = null, fee_item_id: item = null }: Input,
  { total }: CreditNote,
): [string, Decimal][] | undefined {
  if (asked === null) return undefined;
  const fee = decimal(asked);
  if (fee.eq(zero)) return [];
  if (item === null)
    throw invalid('fee_item_id', 'required', 'fee_item_id is required: it says where the fee is booked');
  if (fee.gt(total))
    throw invalid('restocking_fee', 'range', 'restocking_fee must not be more than what is credited');
  return [[item, fee]];
}
