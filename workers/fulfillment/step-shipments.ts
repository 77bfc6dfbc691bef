/**
 * A step of the shipments of a group: plain ones take it together, up to the first that is not plain or whose order the
 * group has got already. That one takes it by itself, at the head of the next group.
 */
import { inSavepoint, planOnce, type TenantTransaction } from '../../db/database.ts';
import { isPlain, takeShipments, type TakenShipment } from '../../db/fulfillment/step-facts.read.ts';
import type { AskedStep, Stepped } from '../../db/fulfillment/steps-together.write.ts';
import type { Shipment, StepFacts } from '../../db/shipping/shipments.write.ts';
import { isGood, notFound, refusalOrLater } from '../../domain/refusal.ts';
import type { Command } from '../../queues/engine/define-command.ts';
import { untilAlone } from '../engine/each-of-group.ts';
import type { Asked, HandlerOfMany, Work } from '../engine/handler.ts';

type StepCommand<Input> = Command<string, Input, { id: string }, true>;
type Input = { shipment_id: string } & StepFacts;

/** A plain shipment of a group, with what its command said. */
export type AskedWith<I> = AskedStep & { input: I };

interface Step<I, Read> {
  /** What `together` needs to know of the shipments, under their locks. */
  reads?(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<Read>;
  together(
    tx: TenantTransaction,
    asked: readonly (AskedWith<I> & { work: Work })[],
    read: Read | undefined,
  ): Promise<readonly Stepped[]>;
  /** The same for a shipment with license plates or serial numbers, or in a released wave. Returns it as it is then. */
  alone(work: Work, shipment: Shipment, input: I): Promise<Shipment>;
  /** Whether it goes alone for what is asked. */
  isSpecial?(input: I): boolean;
  /** Shipments that go alone for this step. */
  notPlain?(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export function stepShipments<I extends Input, Read = never>(
  step: Step<I, Read>,
): HandlerOfMany<StepCommand<I>> {
  return async (tx, asked) => {
    planOnce(tx);
    const ids = asked.map(({ input }) => input.shipment_id);
    // Sent at once and run in this order: the shipments are locked first.
    const [taken, touched, read] = await Promise.all([
      takeShipments(tx, ids),
      step.notPlain?.(tx, ids),
      step.reads?.(tx, ids),
    ]);
    const takenOf = ({ input }: Asked<StepCommand<I>>) => taken.get(input.shipment_id.toLowerCase());
    const isAlone = ({ input }: { input: I }, one: TakenShipment): boolean =>
      !isPlain(one) || touched?.has(one.shipment.id) === true || step.isSpecial?.(input) === true;
    const seen = new Set<string>();
    const goesAlone = (one: Asked<StepCommand<I>>): boolean => {
      const found = takenOf(one);
      if (!found) return false;
      const subject = found.shipment.order_id ?? found.shipment.id;
      return isAlone(one, found) || seen.size === seen.add(subject).size;
    };
    return untilAlone(asked, goesAlone, async (together) => {
      const wanted = together.flatMap((one) => {
        const found = takenOf(one);
        return found ? [{ ...one, taken: found, facts: one.input }] : [];
      });
      const [first] = wanted;
      const steps =
        first && isAlone(first, first.taken)
          ? [await oneAlone(step, first)]
          : await step.together(tx, wanted, read);
      const stepped = new Map(wanted.map(({ work }, index) => [work, steps[index]!]));
      return together.map(({ work, input: { shipment_id: id } }) => {
        const done = stepped.get(work) ?? notFound('shipment');
        return isGood(done) ? { id } : done;
      });
    });
  };
}

function oneAlone<I>(
  step: Pick<Step<I, never>, 'alone'>,
  { work, taken, input }: AskedWith<I> & { work: Work },
): Promise<Stepped> {
  const { shipment } = taken;
  return refusalOrLater(() =>
    inSavepoint(work.tx, async () => (await step.alone(work, shipment, input)) !== shipment),
  );
}
