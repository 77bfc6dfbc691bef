/** Whether what somebody counts is still asked for, and of this person. */
import { countedBefore, countedSince, type ScanMoment } from '../../db/counting/count-scans.write.ts';
import type { CountTaskRow } from '../../db/counting/counts.write.ts';
import { retakenSince } from '../../db/moves/taken-moves.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import { floorPerson } from '../acting-person.ts';
import type { Work } from '../engine/handler.ts';

/** Scans of a task made at one moment. */
export interface Scans {
  work: Work;
  task: CountTaskRow;
  moment: ScanMoment;
}

/**
 * Refuses 409 COUNTED_SINCE where the lines were counted, or sent back to be counted again, after the scan, or the goods of
 * a planned move were given back and taken once more; 409
 * SAME_COUNTER where somebody else has to count again what this person counted before.
 */
export async function assertAsked(
  { work, task: { id, rules }, moment }: Scans,
  lines: Parameters<typeof countedSince>[2],
): Promise<void> {
  const since = moment ? await countedSince(work.tx, id, lines, moment) : [];
  if (since.length > 0) {
    throw new Refusal(
      'COUNTED_SINCE',
      'What was seen then is out of date: it was counted or asked for again since.',
      {
        line_ids: since.map((one) => one.id),
      },
    );
  }
  const retaken = moment ? await retakenSince(work.tx, lines, moment) : [];
  if (retaken.length > 0)
    throw new Refusal(
      'COUNTED_SINCE',
      'What was seen then is out of date: goods that lay there were given back and taken once more since.',
      { line_ids: [], move_ids: retaken.map((one) => one.id) },
    );
  if (!rules.recount?.other_person) return;
  const keyOf = (one: (typeof lines)[number]): string =>
    [one.location_id, one.item_id, one.lot_no, one.status].join('/');
  const asked = new Set(lines.map(keyOf));
  const own = (await countedBefore(work.tx, id, floorPerson(work).id)).filter((one) => asked.has(keyOf(one)));
  if (own.length === 0) return;
  throw new Refusal('SAME_COUNTER', 'Somebody else has to count this again: you counted it before.', {
    line_ids: own.map((one) => one.id),
  });
}
