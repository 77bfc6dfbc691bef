/** The tenant surface of journal: its table of contents. */
import type { Endpoint } from '../../http/endpoint.ts';
import { accountEndpoints } from './accounts.ts';
import { financialReportEndpoints } from './financial-reports.ts';
import { journalChainEndpoints } from './journal-chain.ts';
import { journalEntryEndpoints } from './journal-entries.ts';
import { journalLineEndpoints } from './journal-lines.ts';
import { taxReportEndpoints } from './tax-report.ts';
import { trialBalanceEndpoints } from './trial-balance.ts';

export const journalEndpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  // Before the journal's own, or `chain` would be taken for an entry's id.
  ...journalChainEndpoints,
  ...journalEntryEndpoints,
  ...journalLineEndpoints,
  ...trialBalanceEndpoints,
  ...financialReportEndpoints,
  ...taxReportEndpoints,
];
