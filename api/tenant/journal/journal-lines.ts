/** The lines behind a figure of a report: each figure is the sum of exactly these. */
import { listJournalLines } from '../../../db/journal/journal-lines.read.ts';
import { invalid } from '../../../domain/refusal.ts';
import * as s from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { shownPage } from '../../http/reads.ts';
import { pagedQuery, queryFlag } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';
import { entrySourceType } from './journal-entries.ts';
import { taxMark, taxPart } from './tax-mark.ts';

export const linesPath = '/api/accounting/journal-lines';

const baseAmount = () => s.decimalNumber({ places: 4, below: 1e15 });

const lineView = s.object({
  entry_id: s.uuid(),
  entry_no: s.text(40),
  entry_date: s.date(),
  description: s.freeText(),
  source_type: entrySourceType(),
  source_id: s.uuid(),
  line_no: s.integer({ min: 1, max: 1_000_000 }),
  account_id: s.uuid(),
  account_code: s.text(20),
  account_name: s.text(150),
  merchant_id: s.nullable(s.uuid()),
  merchant_name: s.nullable(s.text(200)),
  currency: s.currency(),
  debit: s.moneySum(),
  credit: s.moneySum(),
  base_debit: baseAmount(),
  base_credit: baseAmount(),
  memo: s.freeText(),
  ...taxMark,
});

export const journalLineEndpoints: readonly Endpoint[] = [
  list({
    path: linesPath,
    summary: 'Journal lines, oldest first: those that a report figure adds up',
    description:
      'The reports link here with the filters for each figure; base_debit minus base_credit adds up to it.',
    permission: 'accounting.view',
    query: pagedQuery({
      account_id: s.uuid(),
      merchant_id: s.uuid(),
      without_merchant: s.described(queryFlag(), 'Lines that name no merchant.'),
      date_from: s.date(),
      date_to: s.date(),
      income: s.described(queryFlag(), 'Lines of revenue and expense accounts.'),
      beside_cash: s.described(queryFlag(), 'The opposite lines of entries that moved money.'),
      without_closing: s.described(queryFlag(), 'Without year-end closing entries.'),
      tax_group: s.described(s.text(60), 'Lines of one row of the tax report, as it names it.'),
      tax_part: s.described(taxPart(), 'Of a tax_group, only what was taxed, or only the tax.'),
    }),
    returns: lineView,
    run: async ({ tx, query: filter }) => {
      if (filter.tax_part && !filter.tax_group)
        throw invalid('tax_group', 'required', 'tax_part is a part of a tax_group');
      // A flag given as false selects nothing.
      const { without_merchant, income, beside_cash, ...more } = filter;
      return shownPage(
        await listJournalLines(tx, {
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
