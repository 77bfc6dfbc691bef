/** Events of CSV imports. */
import { eventKind } from '../event-kind.ts';
import { choice, number, text } from '../event-fields.ts';
import { importKinds } from './import-kinds.ts';

const kind = choice(...importKinds);

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
