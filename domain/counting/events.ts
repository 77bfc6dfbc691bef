/** Events of count tasks. */
import { eventKind } from '../event-kind.ts';
import { list, optional, text, uuid } from '../event-fields.ts';

export const countingEvents = eventKind(
  'count_task',
  { seenWith: ['wms.cycle_count.view'] },
  {
    // A count triggered by a short pick names the pick.
    created: { task_no: text(), pick_task_id: optional(uuid()) },
    started: {},
    review: {},
    recount: { line_ids: list(uuid()) },
    completed: { approved_by: optional(text()) },
    cancelled: {},
  },
);
