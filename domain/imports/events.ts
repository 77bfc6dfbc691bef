/** Events of CSV imports. */
import { eventKind } from '../event-kind.ts';
import { choice, number, text } from '../event-fields.ts';

const kind = choice('items', 'packagings', 'locations', 'stock', 'pick_faces', 'carrier_invoices');

export const importEvents = eventKind(
  'import',
  { seenWith: ['wms.master_data.view'] },
  {
    started: { kind, lines: number() },
    checked: {},
    rejected: {},
    completed: { kind },
    failed: { kind, reason: text() },
  },
);
