/** What follows when hubs are revoked: events, closed links, and another printer for the labels that waited for theirs. */
import { printJobCommands } from '../../../queues/printing/print-jobs.ts';
import type { Work } from '../../engine/handler.ts';

export function tellHubsEnded({ emit, enqueue, signal }: Work, ids: readonly string[]): void {
  for (const id of ids) {
    emit({ type: 'hub.revoked', subject_type: 'hub', subject_id: id });
    signal({ kind: 'hub', hub_id: id, note: { kind: 'revoked' } });
  }
  if (ids.length > 0) enqueue(printJobCommands.dispatchWaiting, {});
}
