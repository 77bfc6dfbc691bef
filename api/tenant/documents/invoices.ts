/** Invoices, credit notes and their payments. State changes are PATCH {action}; a PDF is GET with format=pdf. */
import { findLetterhead } from '../../../db/documents/letterheads.read.ts';
import { findInvoice, listInvoices } from '../../../db/documents/invoices.read.ts';
import { findPayment, listPayments } from '../../../db/documents/payments.read.ts';
import { invoiceCommands } from '../../../queues/documents/invoices.ts';
import { paymentCommands } from '../../../queues/documents/payments.ts';
import { choice, date, flag, object, uuid } from '../../../queues/schema.ts';
import { actions, command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing, pageOf, shownPage } from '../../http/reads.ts';
import { pagedQuery, plainQuery, queryFlag, searchText } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { eInvoiceFile } from './e-invoice.ts';
import { invoicePaper } from './invoice-paper.ts';
import { invoiceKind, invoiceRowView, invoiceSource, invoiceView } from './invoice-view.ts';
import { documentStatus } from './document-view.ts';
import { paymentFields, paymentView, settlementView } from './payment-view.ts';

const path = '/api/accounting/invoices';

const readInvoice = async ({ tx }: Call, id: string) => existing('invoice', await findInvoice(tx, id));

const invoice = async (call: Call, { id }: { id: string }) =>
  present(invoiceView, await readInvoice(call, id));

const invoicePaymentView = object({ ...paymentFields, invoice: settlementView });

async function payment(call: Call, { id, payment_id: paymentId }: { id: string; payment_id: string }) {
  const { tx } = call;
  const found = existing('payment', await findPayment(tx, 'invoice', id, paymentId));
  const after = await readInvoice(call, id);
  return present(invoicePaymentView, { ...found, invoice: { ...after, no: after.invoice_no } });
}

export const invoiceEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Invoices and credit notes, newest first',
    permission: 'accounting.view',
    query: pagedQuery({
      q: searchText(100),
      status: documentStatus(),
      kind: invoiceKind(),
      merchant_id: uuid(),
      customer_id: uuid(),
      source: invoiceSource(),
      run_id: uuid(),
      sales_order_id: uuid(),
      original_invoice_id: uuid(),
      disputed: queryFlag(),
      overdue: queryFlag(),
      date_from: date(),
      date_to: date(),
    }),
    returns: invoiceRowView,
    run: pageOf(listInvoices, shownAs(invoiceRowView)),
  }),
  create({
    path,
    summary: 'Create a draft invoice or credit note, or the invoice of a fulfilled sales order',
    description:
      'Exactly one of merchant_id (3PL edition), customer_id and sales_order_id (standard edition); a credit note may name its original_invoice_id instead.',
    permission: 'invoices.write',
    command: invoiceCommands.createInvoice,
    respondWith: invoice,
    returns: invoiceView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One invoice with its lines, as JSON, as a PDF to send, or as a European e-invoice',
    description:
      'The PDF of an issued invoice or credit note shows it as it was issued, byte for byte the same from the first time on; a void one has another, which says so; that of a draft is drawn as of today. The PDF of one that has what EN 16931 asks for is a PDF/A-3 that carries it as XML (Factur-X, ZUGFeRD). format=cii is that XML alone, format=ubl the same for Peppol; both refuse with 409 E_INVOICE_INCOMPLETE and all that is missing.',
    permission: 'accounting.view',
    query: plainQuery({ format: choice('json', 'pdf', 'cii', 'ubl') }),
    returns: invoiceView,
    files: ['application/pdf', 'application/xml'],
    run: async (call) => {
      const found = await readInvoice(call, call.params['id']!);
      const { format = 'json' } = call.query;
      if (format === 'json') return present(invoiceView, found);
      if (format === 'pdf') return invoicePaper(call, found);
      return eInvoiceFile(call, found, await findLetterhead(call.tx, found.id), format);
    },
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Change, issue, void, dispute or resolve an invoice',
    permission: 'invoices.write',
    pathToInput: { id: 'invoice_id' },
    actions: {
      issue: { command: invoiceCommands.issueInvoice, permission: 'invoices.issue' },
      void: { command: invoiceCommands.voidInvoice, permission: 'invoices.issue' },
      dispute: { command: invoiceCommands.disputeInvoice, permission: 'invoices.issue' },
      resolve: { command: invoiceCommands.resolveDispute, permission: 'invoices.issue' },
    },
    edit: { command: invoiceCommands.updateInvoice, permission: 'invoices.write' },
    respondWith: invoice,
    returns: invoiceView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a draft; an issued invoice is voided instead',
    permission: 'invoices.write',
    command: invoiceCommands.deleteInvoice,
    pathToInput: { id: 'invoice_id' },
    returns: object({ id: uuid(), deleted: flag() }),
  }),
  list({
    path: `${path}/{id}/payments`,
    summary: 'What was applied to an invoice, and what a credit note was used on',
    permission: 'accounting.view',
    query: pagedQuery({}),
    returns: paymentView,
    run: async (call) => {
      const { tx, params, query: page } = call;
      const { id } = await readInvoice(call, params['id']!);
      return shownPage(await listPayments(tx, 'invoice', id, page), shownAs(paymentView));
    },
  }),
  create({
    path: `${path}/{id}/payments`,
    summary: 'Record a payment or a write-off, apply or refund a credit note, or reverse a payment',
    description:
      'method and amount are required, unless reverses_payment_id names a payment to reverse. More than is due: 400 AMOUNT_EXCEEDS_DUE.',
    permission: 'payments.record',
    command: paymentCommands.recordInvoicePayment,
    pathToInput: { id: 'invoice_id' },
    respondWith: payment,
    returns: invoicePaymentView,
  }),
];
