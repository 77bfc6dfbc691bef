/**
 * Asks carriers what a parcel would cost: all at once, each in its own time. One that does not answer is told among the
 * rejected, and keeps nobody from the others' prices.
 */
import { accountsFor } from '../../db/parcels/accounts.read.ts';
import { insertQuotes, type NewQuote } from '../../db/parcels/quotes.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { newId } from '../../domain/new-id.ts';
import { chooseQuote } from '../../domain/parcels/choose-quote.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import { assertAllFound, invalid } from '../../domain/refusal.ts';
import { accountsAskedMax, type parcelCommands } from '../../queues/parcels/parcels.ts';
import type { AskingHandler, Outside } from '../engine/handler.ts';
import type { Outcome } from '../outside/define-call.ts';
import { cut, lineOf, type Rate } from './carrier.ts';
import { carriers } from './carriers.ts';
import { assertStays, cartonOf, parcelOf, reasonsAgainst } from './parcel-of.ts';

// Carriers hold their prices longer; a packer who comes back after that asks anew.
const validMs = 30 * 60_000;
// A carrier has some dozens: one that offers more than this takes up no more room in a statement and an answer.
const offersOfOneMax = 200;

type Account = Awaited<ReturnType<typeof accountsFor>>[number];

interface Question {
  carton_id: string | null;
  merchant_id: string;
  parcel: Parcel;
  asked: Account[];
  rejected: { account: Account; reasons: string[] }[];
}
type Answers = Outcome<Rate[]>[];

export const rateParcel: AskingHandler<typeof parcelCommands.rateParcel, Question, Answers> = {
  say: async ({ tx }, input) => {
    const { account_ids: only = null, choose, by } = input;
    if ((choose === 'cheapest_by') !== (by !== undefined))
      throw invalid(
        'by',
        'required',
        'cheapest_by needs by, the last day of delivery; nothing else takes it.',
      );
    const shipment = await lockShipment(tx, input.shipment_id);
    assertStays(shipment);
    const carton = await cartonOf(tx, shipment.id, input.carton_id);
    const accounts = await accountsFor(tx, shipment.merchant_id, only, accountsAskedMax);
    if (only)
      assertAllFound(
        'account_ids',
        only,
        accounts.map(({ id }) => id),
        'carrier account',
      );
    const judged = accounts.map((account) => ({ account, reasons: reasonsAgainst(account, shipment) }));
    return {
      carton_id: carton?.id ?? null,
      merchant_id: shipment.merchant_id,
      parcel: await parcelOf(tx, shipment, carton, input),
      asked: judged.filter(({ reasons }) => reasons.length === 0).map(({ account }) => account),
      rejected: judged.filter(({ reasons }) => reasons.length > 0),
    };
  },
  send: (outside, { asked, parcel }) =>
    Promise.all(asked.map((account) => rateWith(outside, account, parcel))),
  settle: async ({ tx }, { shipment_id, choose = 'cheapest', by = null }, question, answers) => {
    const { asked, carton_id, merchant_id } = question;
    const found = asked.flatMap((account, at) => offersOf(account, answers[at]!));
    const { at: best, why } = chooseQuote(found, choose, by);
    const expiresAt = new Date(Date.now() + validMs);
    const quotes = found.map(({ account, ...rate }, at): NewQuote & { account_name: string } => ({
      id: newId(),
      shipment_id,
      carton_id,
      merchant_id,
      account_id: account.id,
      account_name: account.name,
      ...rate,
      is_chosen: at === best,
      why: why[at]!,
      expires_at: expiresAt,
    }));
    await insertQuotes(
      tx,
      quotes.map(({ account_name: _name, ...quote }) => quote),
    );
    const silent = asked.flatMap((account, at) => silence(account, answers[at]!));
    return {
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
      rejected: [...question.rejected, ...silent].map(({ account, reasons }) => ({
        account_id: account.id,
        account_name: account.name,
        reasons,
      })),
    };
  },
};

async function rateWith(outside: Outside, account: Account, parcel: Parcel): Promise<Outcome<Rate[]>> {
  const line = lineOf(outside, carriers, account);
  if (typeof line === 'string') return { kind: 'unsent', error: line };
  return carriers[account.adapter].rate(line, parcel);
}

/** What an account offers of the services it may be used for. */
function offersOf(account: Account, answer: Outcome<Rate[]>): (Rate & { account: Account })[] {
  if (answer.kind !== 'ok') return [];
  const { services, carrier_code } = account;
  return answer.answer
    .filter(({ service_code: code }) => services.length === 0 || services.includes(code))
    .slice(0, offersOfOneMax)
    .map((rate) => ({ ...rate, carrier_code: rate.carrier_code ?? carrier_code, account }));
}

function silence(account: Account, answer: Outcome<Rate[]>): { account: Account; reasons: string[] }[] {
  if (answer.kind !== 'ok') return [{ account, reasons: [cut(answer.error, 500)] }];
  if (offersOf(account, answer).length > 0) return [];
  return [{ account, reasons: ['The carrier offers no service for this parcel that the account may use.'] }];
}
