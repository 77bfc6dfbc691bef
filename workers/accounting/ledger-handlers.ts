/** Handlers of accounts, journal, month's end, invoices, bills and payments: a missing, extra or wrong one does not compile. */
import type { accountCommands } from '../../queues/accounting/accounts.ts';
import type { billCommands } from '../../queues/accounting/bills.ts';
import type { invoiceCommands } from '../../queues/accounting/invoices.ts';
import type { journalCommands } from '../../queues/accounting/journal.ts';
import type { monthEndCommands } from '../../queues/accounting/month-end.ts';
import type { paymentCommands } from '../../queues/accounting/payments.ts';
import type { HandlersOf } from '../handler.ts';
import { run as accrueRevenue } from './accrue-revenue.ts';
import { run as approveBill } from './approve-bill.ts';
import { run as createAccount } from './create-account.ts';
import { run as createBill } from './create-bill.ts';
import { run as createInvoice } from './create-invoice.ts';
import { run as deleteAccount } from './delete-account.ts';
import { run as deleteBill } from './delete-bill.ts';
import { run as deleteInvoice } from './delete-invoice.ts';
import { run as disputeInvoice } from './dispute-invoice.ts';
import { run as issueInvoice } from './issue-invoice.ts';
import { run as postManualEntry } from './post-manual-entry.ts';
import { run as recordBillPayment } from './record-bill-payment.ts';
import { run as recordInvoicePayment } from './record-invoice-payment.ts';
import { run as resolveDispute } from './resolve-dispute.ts';
import { run as revalueBalances } from './revalue-balances.ts';
import { run as reverseEntry } from './reverse-entry.ts';
import { run as updateAccount } from './update-account.ts';
import { run as updateBill } from './update-bill.ts';
import { run as updateInvoice } from './update-invoice.ts';
import { run as voidBill } from './void-bill.ts';
import { run as voidInvoice } from './void-invoice.ts';

type LedgerCommands = typeof accountCommands &
  typeof billCommands &
  typeof invoiceCommands &
  typeof journalCommands &
  typeof monthEndCommands &
  typeof paymentCommands;

export const ledgerHandlers: HandlersOf<LedgerCommands> = {
  accrueRevenue,
  approveBill,
  createAccount,
  createBill,
  createInvoice,
  deleteAccount,
  deleteBill,
  deleteInvoice,
  disputeInvoice,
  issueInvoice,
  postManualEntry,
  recordBillPayment,
  recordInvoicePayment,
  resolveDispute,
  revalueBalances,
  reverseEntry,
  updateAccount,
  updateBill,
  updateInvoice,
  voidBill,
  voidInvoice,
};
