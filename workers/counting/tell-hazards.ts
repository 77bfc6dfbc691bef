/**
 * A count says what lies there: dangerous goods that it found beside others that they are kept apart from are posted, and
 * told, so that somebody carries them away.
 */
import { foundApart } from '../../db/counting/found-hazards.read.ts';
import type { CountTaskRow } from '../../db/counting/counts.write.ts';
import { warningOf, type Warning } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';
import { clashesOf, refusalOf } from '../inventory/keep-apart.ts';

/** What the answer of a count that was just posted warns of. */
export async function tellHazards(
  { tx, emit }: Work,
  { id, warehouse_id }: Pick<CountTaskRow, 'id' | 'warehouse_id'>,
): Promise<{ warnings?: Warning[] }> {
  const clashes = await clashesOf(tx, await foundApart(tx, id));
  for (const clash of clashes)
    emit({
      type: 'inventory.hazards_together',
      subject_type: 'count_task',
      subject_id: id,
      data: { warehouse_id, ...clash },
    });
  return clashes.length > 0 ? { warnings: clashes.map((clash) => warningOf(refusalOf(clash))) } : {};
}
