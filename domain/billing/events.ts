/** Events of billing runs and charges. */
import { eventKind } from '../event-kind.ts';
import { choice } from '../event-fields.ts';
import { billingRunStatuses } from './billing-run-states.ts';

const about = { seenWith: ['accounting.view'] } as const;
const status = choice(...billingRunStatuses);
const step = { status, previous_status: status };

export const billingRunEvents = {
  ...eventKind('billing_run', about, {
    queued: { status },
    resumed: step,
    completed: step,
    failed: step,
    cancelled: { status },
  }),
  ...eventKind('charge', about, { recorded: {}, waived: { status: choice('waived') } }),
} as const;
