/** Month-end: what is posted on the last day and reversed on the next. */
import { monthEndCommands } from '../../../queues/month-end/month-end.ts';
import { create, type Endpoint } from '../../http/endpoint.ts';

const path = '/api/accounting/journal-entries';

/** 201 if an entry was posted; 200 if there was nothing to post, and for a dry run. */
const responseMeta = ({ changed, dry_run: isDry }: { changed: boolean; dry_run: boolean }) =>
  changed && !isDry ? {} : { status: 200 };

export const closingEndpoints: readonly Endpoint[] = [
  create({
    path: `${path}/revaluations`,
    summary: 'Revalue open foreign-currency receivables and payables at month-end rates',
    description:
      'One entry per currency on as_of (source_type fx_revaluation), reversed on the next day. Repeating the request posts what has changed since: nothing, for the same rates and documents. 409 PERIOD_LOCKED if either day is locked.',
    permission: 'journal.post',
    command: monthEndCommands.revalueBalances,
    responseMeta,
    returns: monthEndCommands.revalueBalances.result,
  }),
  create({
    path: `${path}/accruals`,
    summary: 'Accrue the revenue of charges not invoiced by month-end',
    description:
      'One entry per merchant and currency on as_of (source_type accrual), reversed on the next day. Repeating the request posts what has changed since. 409 PERIOD_LOCKED if either day is locked.',
    permission: 'journal.post',
    command: monthEndCommands.accrueRevenue,
    responseMeta,
    returns: monthEndCommands.accrueRevenue.result,
  }),
];
