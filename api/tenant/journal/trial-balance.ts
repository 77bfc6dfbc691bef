/** The trial balance, as JSON, as a spreadsheet, and as a PDF. */
import { readAccountingSettings } from '../../../db/journal/books.read.ts';
import { readTrialBalance, type TrialBalance } from '../../../db/journal/trial-balance.read.ts';
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { invalid } from '../../../domain/refusal.ts';
import { accountType } from '../../../queues/journal/accounts.ts';
import * as s from '../../../queues/schema.ts';
import { query, type Call, type Endpoint, type FileAnswer } from '../../http/endpoint.ts';
import { plainQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { csvFile } from '../files/csv.ts';

const sumField = () => s.decimalNumber({ places: 4, below: 1e15 });

const trialBalanceRow = {
  account_id: s.uuid(),
  code: s.text(20),
  name: s.text(150),
  type: accountType(),
  currency: s.currency(),
  opening: s.described(sumField(), 'Debit positive.'),
  debit: sumField(),
  credit: sumField(),
  closing: s.described(sumField(), 'Debit positive.'),
};

const trialBalanceView = s.object({
  from: s.nullable(s.date()),
  to: s.date(),
  currency: s.described(
    s.choice('base', 'document'),
    'base: everything in the base currency, in which debits equal credits.',
  ),
  rows: s.listOf(s.object(trialBalanceRow)),
  totals: s.listOf(
    s.object({
      currency: s.currency(),
      opening: sumField(),
      debit: sumField(),
      credit: sumField(),
      closing: s.described(sumField(), 'Zero in the base currency: debits equal credits.'),
    }),
  ),
});

const figures = ['opening', 'debit', 'credit', 'closing'] as const;

interface TrialBalanceQuery {
  as_of?: string;
  from?: string;
  to?: string;
  currency?: 'base' | 'document';
  format?: 'json' | 'csv' | 'pdf';
}

async function trialBalance(call: Call<TrialBalanceQuery>) {
  const { tx, organizationId } = call;
  const { as_of: asOf, from = null, to: until, currency: kind = 'base', format = 'json' } = call.query;
  if (asOf !== undefined && (from !== null || until !== undefined)) {
    throw invalid('as_of', 'not_allowed', 'as_of excludes from and to');
  }
  const books = await readAccountingSettings(tx);
  const to = asOf ?? until ?? books.today;
  if (from !== null && from > to) throw invalid('from', 'range', 'from must not be after to');
  const balance = await readTrialBalance(tx, {
    from,
    to,
    in: kind === 'base' ? { kind, currency: books.baseCurrency } : { kind },
  });
  if (format === 'csv') return trialBalanceCsv(balance, to);
  if (format === 'pdf') {
    const { name } = await readOrganization(tx);
    const { trialBalancePdf } = await import('./trial-balance-pdf.ts');
    return async () => ({
      file: await trialBalancePdf(organizationId, name, { from, to }, balance),
      content_type: 'application/pdf',
      filename: `trial-balance-${to}.pdf`,
      inline: true,
    });
  }
  return present(trialBalanceView, {
    from,
    to,
    currency: kind,
    rows: balance.rows,
    totals: balance.totals,
  });
}

function trialBalanceCsv({ rows }: TrialBalance, to: string): FileAnswer {
  const columns = ['code', 'name', 'type', 'currency', ...figures];
  const cells = rows.map(({ code, name, type, currency: unit, ...row }) => [
    code,
    name,
    type,
    unit,
    ...figures.map((figure) => toJsonNumber(row[figure])),
  ]);
  return csvFile(`trial-balance-${to}.csv`, columns, cells);
}

export const trialBalanceEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/accounting/reports/trial-balance',
    isReport: () => true,
    summary: 'Trial balance as of a day, or of a period',
    description: 'as_of, or from and to; today by default.',
    permission: 'accounting.view',
    query: plainQuery({
      as_of: s.date(),
      from: s.date(),
      to: s.date(),
      currency: s.choice('base', 'document'),
      format: s.choice('json', 'csv', 'pdf'),
    }),
    returns: trialBalanceView,
    files: ['text/csv', 'application/pdf'],
    run: (call) => trialBalance(call),
  }),
];
