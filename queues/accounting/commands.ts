/** Every command of the accounting area. */
import { accountCommands } from './accounts.ts';
import { billingCommands } from './billing.ts';
import { billCommands } from './bills.ts';
import { invoiceCommands } from './invoices.ts';
import { journalCommands } from './journal.ts';
import { monthEndCommands } from './month-end.ts';
import { paymentCommands } from './payments.ts';
import { rateCommands } from './rates.ts';

export const accountingCommands = {
  ...accountCommands,
  ...journalCommands,
  ...monthEndCommands,
  ...invoiceCommands,
  ...billCommands,
  ...paymentCommands,
  ...rateCommands,
  ...billingCommands,
};
