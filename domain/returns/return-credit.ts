/** How many returned units may be credited. Pure. */
import { decimal, toJsonNumber, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

/** Refuses 409 CREDIT_EXCEEDS_RETURNED when more units are credited than came back: were inspected, or counted if nobody inspects them. */
export function assertWithinReturned(
  line: { return_line_id: string; inspection_id?: string | null; returned: string; credited: string },
  asked: Decimal,
): void {
  const wouldBe = decimal(line.credited).plus(asked);
  if (wouldBe.lte(decimal(line.returned))) return;
  throw new Refusal(
    'CREDIT_EXCEEDS_RETURNED',
    `${toJsonNumber(line.returned)} of these units came back and were inspected, and ${toJsonNumber(line.credited)} are credited already.`,
    {
      return_line_id: line.return_line_id,
      ...(line.inspection_id ? { inspection_id: line.inspection_id } : {}),
      returned: toJsonNumber(line.returned),
      credited: toJsonNumber(line.credited),
      would_be: toJsonNumber(wouldBe),
    },
  );
}
