/** Events of CSV imports. */
import { eventKind } from '../event-kind.ts';
import { choice, number } from '../event-fields.ts';

export const importEvents = eventKind(
  'import',
  { seenWith: ['wms.master_data.view'] },
  {
    started: {
      kind: choice('items', 'packagings', 'locations', 'stock', 'pick_faces', 'carrier_invoices'),
      lines: number(),
    },
    checked: {},
    rejected: {},
    completed: {},
  },
);
