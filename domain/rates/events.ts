/** Events of pricing: billing items, rules and rate sheets. */
import { eventKind } from '../event-kind.ts';
import { choice, uuid } from '../event-fields.ts';
import { rateSheetStatuses } from './rate-sheet-states.ts';

const about = { seenWith: ['accounting.view'] } as const;
const status = choice(...rateSheetStatuses);

export const rateEvents = {
  ...eventKind('rate_sheet', about, {
    created: {},
    changed: {},
    deleted: {},
    activated: { status },
    archived: { status },
    revised: { draft_id: uuid() },
  }),
  ...eventKind('billing_item', about, { created: {}, changed: {}, deleted: {} }),
  ...eventKind('billing_rule', about, { created: {}, changed: {}, deleted: {} }),
} as const;
