/** Events of count tasks. */
import { eventKind } from '../event-kind.ts';
import { list, optional, text, uuid } from '../event-fields.ts';

const about = { seenWith: ['wms.cycle_count.view'] } as const;

export const countingEvents = {
  ...eventKind('count_plan', about, { created: {}, changed: {} }),
  ...eventKind('count_task', about, {
    // A count triggered by a pick names it.
    created: { task_no: text(), pick_task_id: optional(uuid()) },
    started: {},
    // Whoever had it did not come back to it.
    returned: {},
    review: {},
    recount: { line_ids: list(uuid()) },
    completed: { approved_by: optional(text()) },
    cancelled: {},
  }),
} as const;
