/**
 * A step of the shipments of a group: plain ones take it together, up to the first that is not plain or whose order the
 * group has got already. That one takes it by itself, at the head of the next group.
 */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import { isPlain, takeShipments, type TakenShipment } from '../../db/fulfillment/step-facts.read.ts';
import type { AskedStep, Stepped } from '../../db/fulfillment/steps-together.write.ts';
import type { StepFacts } from '../../db/shipping/shipments.write.ts';
import { notFound, Refusal, refusalOrLater } from '../../domain/refusal.ts';
import type { Command, InputOf } from '../../queues/engine/define-command.ts';
import { apart, type Asked, type Handler, type HandlerOfMany, type Work } from '../engine/handler.ts';

type StepCommand = Command<{ shipment_id: string }, { id: string }, true>;

interface Step<C extends StepCommand> {
  together(
    tx: TenantTransaction,
    asked: readonly (AskedStep & { input: InputOf<C> })[],
  ): Promise<readonly Stepped[]>;
  /** The same for a shipment with license plates, with serial numbers or in a released wave. */
  alone: Handler<C>;
  /** What the command says of the step. */
  factsOf?(input: InputOf<C>): StepFacts;
  /** Goes alone for what is asked. */
  isSpecial?(input: InputOf<C>): boolean;
  /** After a shipment took the step. */
  after?(work: Work, input: InputOf<C>): void;
}
