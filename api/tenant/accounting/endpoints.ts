/** The tenant surface of the accounting area: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { accountEndpoints } from './accounts.ts';
import { agingEndpoints } from './aging.ts';
import { billEndpoints } from './bills.ts';
import { invoiceEndpoints } from './invoices.ts';
import { journalChainEndpoints } from './journal-chain.ts';
import { journalEndpoints } from './journal-entries.ts';
import { monthEndEndpoints } from './month-end.ts';
import { trialBalanceEndpoints } from './trial-balance.ts';
import { billingItemEndpoints } from './billing-items.ts';
import { billingRuleEndpoints } from './billing-rules.ts';
import { billingRunEndpoints } from './billing-runs.ts';
import { chargeEndpoints } from './charges.ts';
import { rateSheetEndpoints } from './rate-sheets.ts';

export const accountingEndpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...billingItemEndpoints,
  ...rateSheetEndpoints,
  ...billingRuleEndpoints,
  ...billingRunEndpoints,
  ...chargeEndpoints,
  ...invoiceEndpoints,
  ...billEndpoints,
  ...monthEndEndpoints,
  // Before the journal's own: `chain` would be taken for an entry's id.
  ...journalChainEndpoints,
  ...journalEndpoints,
  ...trialBalanceEndpoints,
  ...agingEndpoints,
];
