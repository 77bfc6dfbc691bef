/**
 * Chooses the carrier of a label by its rule, and has it bought; or refuses it with every reason. Asking for prices costs
 * nothing and may be done twice; that it is still to be chosen is looked at again before anything is written.
 */
import { findCarrierRule } from '../../db/parcels/carrier-rules.read.ts';
import {
  changeLabel,
  lockLabel,
  markForeignError,
  settled,
  type LockedLabel,
} from '../../db/parcels/labels.write.ts';
import { takeChoosing } from '../../db/parcels/wanted-labels.write.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import type { CarrierRule } from '../../domain/parcels/carrier-rules.ts';
import { unaddressed } from '../../domain/parcels/asked-address.ts';
import { billingOf } from '../../domain/parcels/billing.ts';
import { labelEvent } from '../../domain/parcels/events.ts';
import { labelStates } from '../../domain/parcels/label-states.ts';
import type { Choice, Deadline } from '../../domain/parcels/choose-quote.ts';
import type { Parcel } from '../../domain/parcels/parcel.ts';
import { foreignReason } from '../../domain/parcels/told-reason.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import { accountsAskedMax } from '../../queues/parcels/rates.ts';
import type { AskingHandler, FinalFailure, Work } from '../engine/handler.ts';
import { submitDue } from '../engine/scheduled.ts';
import { woken, type Woken } from '../engine/woken.ts';
import type { Outcome, Outward } from '../outside/define-call.ts';
import { cut, type Rate } from './carriers/carrier.ts';
import {
  accountsOf,
  askForRates,
  choiceOf,
  judgeAccounts,
  keepQuotes,
  quotesOf,
  type Account,
  type Judged,
} from './choose-carrier.ts';
import { cartonOfLabel, declaredFor, parcelOf, reasonsAgainst } from './parcel-of.ts';

interface Choosing extends Judged {
  parcel: Parcel;
  rule: CarrierRule | undefined;
  choice: Choice;
  by: Deadline | null;
}
/** Null: there is nothing to choose any more. A sentence: why no carrier can be told of the parcel. */
type Question = Choosing | string | null;

// A command that is lost, or waits for long, is submitted again.
const chosenWithinSeconds = 300;
const atOnce = 200;
// More than anybody looks through to see why the carrier was chosen.
const quotesKeptMax = 100;

/** Has the carriers chosen of labels that were wanted, by whomever, wherever. */
export function startChoosing(parts: Outward): Pick<Woken, 'stop'> {
  const { database, wakes, log } = parts;
  const choosing = woken(
    async () => {
      const wanted = await takeChoosing(database, { limit: atOnce, seconds: chosenWithinSeconds });
      const due = wanted.map(({ organization_id, id }) => ({ organization_id, input: { label_id: id } }));
      await submitDue(parts, 'wanted labels', parcelCommands.chooseLabel, due);
      return wanted.length === atOnce ? 'again' : 'done';
    },
    (fault) => log.warn({ err: fault }, 'carriers of wanted labels could not be chosen and will be'),
  );
  wakes.on('labels', choosing.wake);
  return choosing;
}

export const chooseLabel: AskingHandler<typeof parcelCommands.chooseLabel, Question, Outcome<Rate[]>[]> = {
  say: async ({ tx }, { label_id: id }) => {
    const label = await lockLabel(tx, id);
    // What comes back is bought from the account that is named.
    if (label.state !== 'choosing' || label.shipment_id === null) return null;
    try {
      return await choosing(label, await lockShipment(tx, label.shipment_id));
    } catch (fault) {
      // No carrier could be told of it: that is a reason, and its packer reads it.
      if (fault instanceof Refusal) return fault.message;
      throw fault;
    }

    async function choosing(
      { parcel: frozen, rule_id: ruleId, ...of }: LockedLabel,
      shipment: Awaited<ReturnType<typeof lockShipment>>,
    ): Promise<Choosing> {
      const rule = ruleId === null ? undefined : await findCarrierRule(tx, ruleId);
      const parcel = frozen ?? (await parcelOf(tx, shipment, await cartonOfLabel(tx, shipment.id, of), {}));
      const judged = await judgeAccounts(tx, shipment, accountsOf(rule), accountsAskedMax);
      return { ...judged, parcel, rule, ...(await choiceOf(tx, shipment.warehouse_id, rule)) };
    }
  },
  send: async (outside, question) =>
    question === null || typeof question === 'string' || question.rule?.choose === 'fixed'
      ? []
      : askForRates(outside, question.asked, question.parcel),
  settle: async (work, { label_id: id }, question, answers) => {
    const label = await lockLabel(work.tx, id);
    if (label.state !== 'choosing' || question === null) return { id };
    if (typeof question === 'string') await refused(work, label, question);
    else if (question.rule?.choose === 'fixed') await takeFixed(work, label, question, question.rule);
    else await takeBest(work, label, question, answers);
    return { id };
  },
};

/** The one account and service that the rule names. */
async function takeFixed(
  work: Work,
  label: LockedLabel,
  { asked, rejected, parcel }: Choosing,
  { services: [service] }: CarrierRule,
): Promise<void> {
  const [account] = asked;
  const missing = account && unaddressed(account.adapter, parcel);
  const against = account
    ? [...reasonsAgainst(account, label, service), ...(missing ? [missing.says] : [])]
    : (rejected[0]?.reasons ?? ['The account that the rule names is not there.']);
  if (!account || against.length > 0)
    return refused(work, label, against.join(' '), [...asked, ...rejected.map((one) => one.account)]);
  await chosen(work, label, account, { parcel, service_code: service });
}

async function takeBest(
  work: Work,
  label: LockedLabel,
  { asked, rejected, parcel, rule, choice, by }: Choosing,
  answers: readonly Outcome<Rate[]>[],
): Promise<void> {
  const { shipment_id, carton_id, planned_sscc, merchant_id } = label;
  const of = { shipment_id, carton_id, planned_sscc, merchant_id, parcel };
  const { quotes, rejected: silent } = quotesOf(asked, answers, { of, choice, by, rule }, quotesKeptMax);
  await keepQuotes(work.tx, quotes);
  const best = quotes.find(({ is_chosen: isChosen }) => isChosen);
  const account = asked.find(({ id }) => id === best?.account_id);
  if (best && account)
    return chosen(work, label, account, {
      parcel,
      service_code: best.service_code,
      quote_id: best.id,
      quoted_amount: best.amount,
      quoted_currency: best.currency,
      tolerance_percent: rule?.tolerance_percent ?? '0',
    });
  const against = [
    ...quotes.map(({ service_code: service, why }) => `${service}: ${why}`),
    ...[...rejected, ...silent].map(({ account, reasons }) => `${account.name}: ${reasons.join(' ')}`),
  ];
  const why = against.join(' ') || 'There is no active account with a carrier.';
  await refused(work, label, why, [...asked, ...rejected.map(({ account: one }) => one)]);
}

async function chosen(
  { tx, signal }: Work,
  label: LockedLabel,
  account: Account,
  { parcel: asked, ...taken }: { parcel: Parcel } & Record<string, unknown>,
): Promise<void> {
  // What is told to a carrier is declared by now; it was asked for its price by a draft.
  const customs = await declaredFor(tx, label, asked);
  const parcel = { ...asked, customs, billing: billingOf(account) };
  const state = nextState(labelStates, label.state, 'choose');
  const { id: account_id, label_format } = account;
  const said = { account_id, label_format, ...taken, parcel: JSON.stringify(parcel) };
  await changeLabel(tx, label.id, { ...settled, ...said, state });
  signal({ kind: 'look', reason: 'labels' });
}

/** Refused for what accounts say, where any are given: its merchant is told of its own alone. */
async function refused(
  { tx, emit }: Work,
  label: LockedLabel,
  why: string,
  accounts: readonly Account[] = [],
): Promise<void> {
  const state = nextState(labelStates, label.state, 'refuse');
  const reason = cut(why, 1000);
  await changeLabel(tx, label.id, { ...settled, state, last_error: reason });
  const isSaidOfForeign = accounts.some(({ merchant_id: owner }) => owner !== label.merchant_id);
  if (isSaidOfForeign) await markForeignError(tx, label.id);
  const told = isSaidOfForeign ? foreignReason : reason;
  emit(labelEvent(label, 'refused', { state, previous_state: label.state, reason: told }));
}

/** Nobody could choose, time and again: its carton can then have another label. */
export const giveUpChoosing: FinalFailure<{ label_id: string }> = async (work, { label_id: id }, reason) => {
  const label = await lockLabel(work.tx, id);
  if (label.state === 'choosing') await refused(work, label, reason);
};
