/** Creates draft sales orders with their exact totals and the day's next numbers. */
import { writeDrafts, type AskedDraft } from '../../db/orders/order-draft.write.ts';
import { readLineUnits } from '../../db/catalog/item-units.read.ts';
import { readOrderReferences } from '../../db/orders/order-references.read.ts';
import { merchantsFor } from '../../db/tenancy/merchants.read.ts';
import { planOnce, type TenantTransaction } from '../../db/database.ts';
import { isGood, Refusal, refusalOr } from '../../domain/refusal.ts';
import type { orderCommands } from '../../queues/orders/orders.ts';
import type { Asked, HandlerOfMany } from '../engine/handler.ts';
import { withNumber } from './order-number.ts';

type CreateOrder = typeof orderCommands.createOrder;

export const createOrder: HandlerOfMany<CreateOrder> = async (tx, asked) => {
  planOnce(tx);
  const draftOf = await drafter(tx, asked);
  const checked = asked.map((one) => refusalOr(() => draftOf(one)));
  const drafts = checked.filter(isGood);
  const written = await writeDrafts(tx, drafts);
  const answers = new Map(drafts.map((draft, index) => [draft, written[index]!]));
  return checked.map((one) => {
    const answer = one instanceof Refusal ? one : answers.get(one)!;
    return answer instanceof Refusal ? answer : { id: answer.id, order_no: answer.order_no };
  });
};

/** Reads everything the orders refer to, and returns a function that checks one of them. */
async function drafter(
  tx: TenantTransaction,
  asked: readonly Asked<CreateOrder>[],
): Promise<(one: Asked<CreateOrder>) => AskedDraft> {
  const wanted = ({ work, input }: Asked<CreateOrder>): string | null =>
    input.merchant_id ?? work.actor.merchant_id;
  const namesOf = ({ input }: Asked<CreateOrder>) => ({ fields: input, lines: input.lines ?? [] });
  const [merchantOf, assertNames, unitsOf] = await Promise.all([
    merchantsFor(tx, asked.map(wanted)),
    readOrderReferences(tx, asked.map(namesOf)),
    readLineUnits(
      tx,
      asked.flatMap(({ input }) => input.lines ?? []),
    ),
  ]);
  return (one) => {
    const {
      lines = [],
      discount = 0,
      shipping_fee: shippingFee = 0,
      tax = 0,
      currency,
      ...fields
    } = withNumber(one.input);
    const merchant = merchantOf(wanted(one));
    assertNames(namesOf(one), merchant.id);
    return {
      work: one.work,
      draft: {
        merchant_id: merchant.id,
        currency,
        money: { discount, shipping_fee: shippingFee, tax },
        fields,
        lines: lines.map((line, index) => ({
          item_id: line.product_id ?? null,
          channel_sku: line.channel_sku ?? null,
          price: line.price ?? 0,
          ...unitsOf(line, `lines.${index}`),
        })),
      },
    };
  };
}
