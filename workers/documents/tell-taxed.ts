/** Says of drafts that their tax changed. */
import type { Work } from '../engine/handler.ts';

export function tellTaxed(emit: Work['emit'], ids: readonly string[]): void {
  for (const id of ids)
    emit({ type: 'invoice.changed', subject_type: 'invoice', subject_id: id, data: { status: 'draft' } });
}
