/** The handlers of invoices, bills, payments and tax rates. */
import type { billCommands } from '../../queues/documents/bills.ts';
import type { invoiceCommands } from '../../queues/documents/invoices.ts';
import type { paymentCommands } from '../../queues/documents/payments.ts';
import type { taxRateCommands } from '../../queues/documents/tax-rates.ts';
import type { HandlersOf } from '../engine/handler.ts';
import { approveBill } from './approve-bill.ts';
import { deleteTaxRate, updateTaxRate } from './change-tax-rate.ts';
import { createBill } from './create-bill.ts';
import { createInvoice } from './create-invoice.ts';
import { createTaxRate } from './create-tax-rate.ts';
import { deleteBill, deleteInvoice } from './delete-draft.ts';
import { disputeInvoice } from './dispute-invoice.ts';
import { issueInvoice } from './issue-invoice.ts';
import { recordBillPayment, recordInvoicePayment } from './record-payment.ts';
import { resolveDispute } from './resolve-dispute.ts';
import { updateBill } from './update-bill.ts';
import { updateInvoice } from './update-invoice.ts';
import { voidBill, voidInvoice } from './void-document.ts';

export const documentsHandlers: HandlersOf<
  typeof billCommands & typeof invoiceCommands & typeof paymentCommands & typeof taxRateCommands
> = {
  approveBill,
  createBill,
  createInvoice,
  createTaxRate,
  deleteBill,
  deleteInvoice,
  deleteTaxRate,
  disputeInvoice,
  issueInvoice,
  recordBillPayment,
  recordInvoicePayment,
  resolveDispute,
  updateBill,
  updateInvoice,
  updateTaxRate,
  voidBill,
  voidInvoice,
};
