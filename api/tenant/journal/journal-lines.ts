/** The lines behind a figure of a report: each figure is the sum of exactly these. */
import { listJournalLines } from '../../../db/journal/journal-lines.read.ts';
import {
  currency,
  date,
  decimalNumber,
  described,
  freeText,
  integer,
  moneySum,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { shownPage } from '../../http/reads.ts';
import { pagedQuery, queryFlag } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';
import { entrySourceType } from './journal-entries.ts';

export const linesPath = '/api/accounting/journal-lines';

const baseAmount = () => decimalNumber({ places: 4, below: 1e15 });

const lineView = object({
  entry_id: uuid(),
  entry_no: text(40),
  entry_date: date(),
  description: freeText(),
  source_type: entrySourceType(),
  source_id: uuid(),
  line_no: integer({ min: 1, max: 1_000_000 }),
  account_id: uuid(),
  account_code: text(20),
  account_name: text(150),
  merchant_id: nullable(uuid()),
  merchant_name: nullable(text(200)),
  currency: currency(),
  debit: moneySum(),
  credit: moneySum(),
  base_debit: baseAmount(),
  base_credit: baseAmount(),
  memo: freeText(),
});

export const journalLineEndpoints: readonly Endpoint[] = [
  list({
    path: linesPath,
    summary: 'Journal lines, oldest first: those that a report figure adds up',
    description:
      'The reports link here with the filters for each figure; base_debit minus base_credit adds up to it.',
    permission: 'accounting.view',
    query: pagedQuery({
      account_id: uuid(),
      merchant_id: uuid(),
      without_merchant: described(queryFlag(), 'Lines that name no merchant.'),
      date_from: date(),
      date_to: date(),
      income: described(queryFlag(), 'Lines of revenue and expense accounts.'),
      beside_cash: described(queryFlag(), 'The opposite lines of entries that moved money.'),
      without_closing: described(queryFlag(), 'Without year-end closing entries.'),
    }),
    returns: lineView,
    run: async ({ tx, organizationId, query: filter }) => {
      // A flag given as false selects nothing.
      const { without_merchant, income, beside_cash, ...more } = filter;
      return shownPage(
        await listJournalLines(tx, organizationId, {
          ...more,
          ...(without_merchant ? { without_merchant } : {}),
          ...(income ? { income } : {}),
          ...(beside_cash ? { beside_cash } : {}),
        }),
        shownAs(lineView),
      );
    },
  }),
];
