/** An import whose next lines failed time and again: it ends as it is, with the reason. */
import { failImport, lockImport } from '../../db/imports/imports.write.ts';
import { cutText } from '../../domain/cut-text.ts';
import { importStates } from '../../domain/imports/import-states.ts';
import { allowedFrom, nextState } from '../../domain/state-machine.ts';
import type { FinalFailure } from '../engine/handler.ts';

const reasonMax = 1000;

export const giveUpImport: FinalFailure<{ import_id: string }> = async (
  { tx, emit },
  { import_id: id },
  given,
) => {
  const record = await lockImport(tx, id);
  if (!record || !allowedFrom(importStates, record.state, 'fail')) return;
  const reason = cutText(given, reasonMax);
  await failImport(tx, id, nextState(importStates, record.state, 'fail'), reason);
  const { kind } = record;
  emit({ type: 'import.failed', subject_type: 'import', subject_id: id, data: { kind, reason } });
};
