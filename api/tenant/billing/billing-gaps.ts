/** Days that no billing run covered, with what happened on them. */
import { activityInGaps, listBillingGaps } from '../../../db/billing/gaps/billing-gaps.read.ts';
import { billingEventNames } from '../../../domain/rates/billing-events.ts';
import * as s from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { shownPage } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const count = () => s.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const gapView = s.object({
  merchant_id: s.uuid(),
  merchant_code: s.text(),
  merchant_name: s.text(500),
  first_day: s.date(),
  last_day: s.date(),
  days: count(),
  activity: s.described(
    s.listOf(s.object({ event: s.choice(...billingEventNames), activities: count() })),
    'What happened on these days and no run charged, by billing event; of inventory.stored the days on which there was stock.',
  ),
});

export const billingGapEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/accounting/billing/gaps',
    summary: 'Days that no completed billing run covered, by merchant, newest first',
    description:
      "From the merchant's first day (or the first day billed for it, if that is earlier) to the end of the last run that billed it; of one that no run billed, to the end of the last run of any. Days after that are listed as well once their billing cycle and another whole one are over (the cycle of the merchant's rate sheet, else a month), if anything billable happened on them. Days on which the merchant was deactivated are none. A run of these days bills them. They are the operator's: a merchant's token is shown none.",
    permission: 'accounting.view',
    query: pagedQuery({ merchant_id: s.uuid() }),
    returns: gapView,
    run: async ({ tx, query }) => {
      const page = await listBillingGaps(tx, query);
      const activity = await activityInGaps(tx, page.rows);
      return shownPage(page, (gap) =>
        present(gapView, {
          ...gap,
          activity: activity.filter(
            (one) => one.merchant_id === gap.merchant_id && one.first_day === gap.first_day,
          ),
        }),
      );
    },
  }),
];
