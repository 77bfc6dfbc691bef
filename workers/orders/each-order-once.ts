/** Commands about orders in groups: each order once, since what names it again has to see what the first one left. */
import type { TenantTransaction } from '../../db/database.ts';
import type { AskedOrder } from '../../db/orders/orders-together.write.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Command } from '../../queues/engine/define-command.ts';
import { untilRepeated } from '../engine/each-of-group.ts';
import type { apart, HandlerOfMany, Work } from '../engine/handler.ts';

/** One command of the group, and what it said besides. */
export type AskedWith<I> = AskedOrder<Work> & { input: I };

/** Of one order: why it was refused, or that it goes with the next group; undefined when it is done. */
export type Ended = Refusal | typeof apart | undefined;

/** `together` returns for each, in the order given, how it ended. */
export function eachOrderOnce<I extends { order_id: string }>(
  together: (tx: TenantTransaction, asked: readonly AskedWith<I>[]) => Promise<Ended[]>,
): HandlerOfMany<Command<string, I, { id: string }, true>> {
  return (tx, asked) =>
    untilRepeated(
      asked,
      ({ input }) => input.order_id.toLowerCase(),
      async (firsts) => {
        const orders = firsts.map(({ work, input }) => ({ work, order_id: input.order_id, input }));
        const ends = await together(tx, orders);
        return firsts.map(({ input }, index) => ends[index] ?? { id: input.order_id });
      },
    );
}
