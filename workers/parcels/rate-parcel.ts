/**
 * Asks carriers what a parcel would cost: all at once, each in its own time. One that does not answer is told among the
 * rejected, and keeps nobody from the others' prices.
 */
import { removeOldQuotes } from '../../db/parcels/old-quotes.write.ts';
import { ruleFor } from '../../db/parcels/ruled-parcel.read.ts';
import type { Database } from '../../db/database.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import type { CarrierRule } from '../../domain/parcels/carrier-rules.ts';
import type { Choice, Deadline } from '../../domain/parcels/choose-quote.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import { assertAllFound, invalid } from '../../domain/refusal.ts';
import { accountsAskedMax, type parcelCommands } from '../../queues/parcels/parcels.ts';
import type { AskingHandler } from '../engine/handler.ts';
import type { Outcome } from '../outside/define-call.ts';
import type { Rate } from './carriers/carrier.ts';
import {
  accountsOf,
  askForRates,
  choiceOf,
  deadlineOf,
  judgeAccounts,
  keepQuotes,
  quotesOf,
  type Judged,
} from './choose-carrier.ts';
import { assertTakesLabel, cartonOf, parcelOf } from './parcel-of.ts';

interface Question extends Judged {
  carton_id: string | null;
  merchant_id: string;
  parcel: Parcel;
  choice: Choice;
  by: Deadline | null;
  rule: CarrierRule | undefined;
}

export const rateParcel: AskingHandler<typeof parcelCommands.rateParcel, Question, Outcome<Rate[]>[]> = {
  say: async ({ tx }, input) => {
    const { account_ids: given, choose, by = null } = input;
    if ((choose === 'cheapest_by') !== (by !== null))
      throw invalid(
        'by',
        'required',
        'cheapest_by needs by, the last day of delivery; nothing else takes it.',
      );
    const shipment = await lockShipment(tx, input.shipment_id);
    await assertTakesLabel(tx, shipment);
    const carton = await cartonOf(tx, shipment.id, input.carton_id);
    const rule = choose ? undefined : await ruleFor(tx, shipment, carton, input.weight_kg);
    const judged = await judgeAccounts(tx, shipment, given ?? accountsOf(rule), accountsAskedMax);
    const known = [...judged.asked, ...judged.rejected.map(({ account }) => account)];
    if (given)
      assertAllFound(
        'account_ids',
        given,
        known.map(({ id }) => id),
        'carrier account',
      );
    return {
      ...judged,
      carton_id: carton?.id ?? null,
      merchant_id: shipment.merchant_id,
      parcel: await parcelOf(tx, shipment, carton, input),
      rule,
      ...(choose
        ? { choice: choose, by: await deadlineOf(tx, shipment.id, choose, by) }
        : await choiceOf(tx, shipment.id, rule)),
    };
  },
  send: (outside, { asked, parcel }) => askForRates(outside, asked, parcel),
  settle: async ({ tx }, { shipment_id }, question, answers) => {
    const { asked, carton_id, merchant_id, parcel, choice, by, rule } = question;
    const of = { shipment_id, carton_id, merchant_id, parcel };
    const { quotes, rejected } = quotesOf(asked, answers, { of, choice, by, rule });
    await keepQuotes(tx, quotes);
    return {
      rule_id: rule?.id ?? null,
      quotes: quotes.map(({ id, amount, is_chosen, expires_at, ...quote }) => ({
        quote_id: id,
        account_id: quote.account_id,
        account_name: quote.account_name,
        carrier_code: quote.carrier_code,
        service_code: quote.service_code,
        amount: Number(amount),
        currency: quote.currency,
        days: quote.days,
        delivers_on: quote.delivers_on,
        expires_at: expires_at.toISOString(),
        chosen: is_chosen,
        why: quote.why,
      })),
      rejected: [...question.rejected, ...rejected].map(({ account, reasons }) => ({
        account_id: account.id,
        account_name: account.name,
        reasons,
      })),
    };
  },
};

// The rest goes with the next sweep.
const batchesMax = 100;

/** Every hour: lets go what carriers quoted and nobody bought, once it has been over for a day. */
export async function sweepQuotes({ database }: { database: Database }): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) if ((await removeOldQuotes(database)) === 0) return;
}
