/**
 * Asks carriers what parcels would cost: all at once, each in its own time. One that does not answer is told among the
 * rejected, and keeps nobody from the others' prices.
 */
import { removeOldQuotes } from '../../db/parcels/old-quotes.write.ts';
import { considerRules } from '../../db/parcels/ruled-parcel.read.ts';
import type { Database, TenantTransaction } from '../../db/database.ts';
import type { CarrierRule } from '../../domain/parcels/carrier-rules.ts';
import { assertAllFound, invalid } from '../../domain/refusal.ts';
import { accountsAskedMax, quotesMax, type rateCommands } from '../../queues/parcels/rates.ts';
import type { AskingHandler, Outside } from '../engine/handler.ts';
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
  type Quoted,
  type Quoting,
} from './choose-carrier.ts';
import { parcelsToRate, type Rating, type ToRate } from './parcels-to-rate.ts';

interface Question extends Judged, Quoting {
  rule: CarrierRule | undefined;
}

type Answers = Outcome<Rate[]>[];

export const rateParcel: AskingHandler<typeof rateCommands.rateParcel, Question[], Answers[]> = {
  say: async (work, input) => {
    if ((input.choose === 'cheapest_by') !== (input.by !== undefined))
      throw invalid(
        'by',
        'required',
        'cheapest_by needs by, the last day of delivery; nothing else takes it.',
      );
    const questions: Question[] = [];
    for (const parcel of await parcelsToRate(work, input))
      questions.push(await questionOf(work.tx, input, parcel));
    return questions;
  },
  send: askInTurn,
  settle: async ({ tx }, _input, questions, answers) => {
    const share = Math.floor(quotesMax / questions.length);
    const rated = questions.map((question, at) => quotesOf(question.asked, answers[at]!, question, share));
    await keepQuotes(
      tx,
      rated.flatMap(({ quotes }) => quotes),
    );
    return {
      rule_id: theOne(questions.map(({ rule }) => rule?.id ?? null)),
      quotes: rated.flatMap(({ quotes }, at) => quotes.map((quote) => shown(quote, at + 1))),
      quotes_left_out: rated.reduce((sum, { left_out: more }) => sum + more, 0),
      rejected: rated.flatMap(({ rejected }, at) =>
        [...questions[at]!.rejected, ...rejected].map(({ account, reasons }) => ({
          parcel_no: at + 1,
          account_id: account.id,
          account_name: account.name,
          reasons,
        })),
      ),
    };
  },
};

async function questionOf(
  tx: TenantTransaction,
  { account_ids: given, choose, by }: Rating,
  { of, facts }: ToRate,
): Promise<Question> {
  const rule = choose ? undefined : (await considerRules(tx, facts)).rule;
  const judged = await judgeAccounts(tx, facts, given ?? accountsOf(rule), accountsAskedMax);
  const known = [...judged.asked, ...judged.rejected.map(({ account }) => account)];
  if (given)
    assertAllFound(
      'account_ids',
      given,
      known.map(({ id }) => id),
      'carrier account',
    );
  const chosen = choose
    ? { choice: choose, by: await deadlineOf(tx, facts.warehouse_id, choose, by ?? null) }
    : await choiceOf(tx, facts.warehouse_id, rule);
  return { ...judged, of, rule, ...chosen };
}

/** Of so many parcels together that no more is asked at once than of one parcel. */
async function askInTurn(outside: Outside, questions: readonly Question[]): Promise<Answers[]> {
  const accounts = Math.max(1, ...questions.map(({ asked }) => asked.length));
  const together = Math.max(1, Math.floor(accountsAskedMax / accounts));
  const answers: Answers[] = [];
  for (let at = 0; at < questions.length; at += together) {
    const some = questions.slice(at, at + together);
    answers.push(...(await Promise.all(some.map(({ asked, of }) => askForRates(outside, asked, of.parcel)))));
  }
  return answers;
}

const theOne = (ids: readonly (string | null)[]): string | null =>
  ids.every((id) => id === ids[0]) ? (ids[0] ?? null) : null;

const shown = ({ id, amount, expires_at, ...quote }: Quoted, parcelNo: number) => ({
  quote_id: id,
  parcel_no: parcelNo,
  carton_id: quote.carton_id,
  planned_sscc: quote.planned_sscc,
  account_id: quote.account_id,
  account_name: quote.account_name,
  carrier_code: quote.carrier_code,
  service_code: quote.service_code,
  amount: Number(amount),
  currency: quote.currency,
  days: quote.days,
  delivers_on: quote.delivers_on,
  expires_at: expires_at.toISOString(),
  chosen: quote.is_chosen,
  why: quote.why,
});

// The rest goes with the next sweep.
const batchesMax = 100;

/** Every hour: lets go what carriers quoted and nobody bought, once it has been over for a day. */
export async function sweepQuotes({ database }: { database: Database }): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) if ((await removeOldQuotes(database)) === 0) return;
}
