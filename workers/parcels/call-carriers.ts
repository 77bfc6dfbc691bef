/**
 * Buys labels and has them taken back: one call to the outside for each thing a carrier can do when an answer is lost. A
 * carrier that is asked in two steps makes its shipment first, which costs nothing; its id is committed, and what is
 * bought by it can be bought once.
 */
import { enqueueCommands } from '../../db/engine/commands.write.ts';
import { inTenant } from '../../db/database.ts';
import { claimLabels, recordVendorShipment, type ClaimedLabel } from '../../db/parcels/label-calls.write.ts';
import { keepLabelFile } from '../../db/parcels/labels.write.ts';
import { unneeded } from '../../db/parcels/unneeded-labels.write.ts';
import { keepLabelTexts } from '../../db/printing/label-texts.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { newId } from '../../domain/new-id.ts';
import type { NextTry } from '../../domain/outside/backoff.ts';
import { isVoiding } from '../../domain/parcels/label-states.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { dispatchesOf } from '../engine/follow-ups.ts';
import { scheduleActor } from '../engine/scheduled.ts';
import type { Call, Outcome, Outward } from '../outside/define-call.ts';
import { isDenied } from '../outside/spoken.ts';
import { failureOf, startCallsOfAccounts } from './calls-of-accounts.ts';
import { lineOf, type Bought, type Carrier, type Line, type Made } from './carriers/carrier.ts';
import { carriers } from './carriers/carriers.ts';

type Told = { what: 'made'; made: Made } | { what: 'bought'; bought: Bought } | { what: 'voided' };

// What never left us for this long is not going to while the packer waits.
const unsentTriesMax = 9;

export function startCallingCarriers(parts: Outward): Pick<Call, 'stop'> {
  return startCallsOfAccounts<ClaimedLabel, Told>(parts, {
    name: 'labels',
    atOnce: 16,
    atOnceOfOne: 8,
    claim: (farSide, room, seconds) => claimLabels(parts.database, { farSide, room, seconds }),
    send: async (label) =>
      isPointless(label) ? notSent : endingIn(label, await reaching(parts, label, sendOf)),
    ask: (label) => reaching(parts, label, askOf),
    lostMs,
    settle: (label, outcome, next) => settle(parts, label, outcome, next),
  });
}

/** Nothing can have been bought of what the carrier has not made its shipment of. */
const lostMs = (label: ClaimedLabel): number | null => (isUnmade(label) ? null : label.lost_ms);

const isUnmade = ({ adapter, vendor_shipment_id: id }: ClaimedLabel): boolean =>
  carriers[adapter].make !== undefined && id === null;

/**
 * Whether nothing is bought by it yet, and nothing is to be: its parcel is not sent after all. One that deduplicates may
 * have sold it, and says so when it is sent again; of any other it is known by now.
 */
const isPointless = (label: ClaimedLabel): boolean =>
  label.is_unneeded &&
  !isVoiding(label.state) &&
  (label.far_side !== 'deduplicates' || lostMs(label) === null);

const notSent: Outcome<Told> = { kind: 'refused', error: unneeded, isFinal: true };

type Ask<R> = (carrier: Carrier, line: Line, label: ClaimedLabel) => Promise<R>;

/** Calls the label's carrier; one that cannot be called was told nothing. */
async function reaching<R>(
  parts: Outward,
  label: ClaimedLabel,
  call: Ask<R>,
): Promise<R | { kind: 'unsent'; error: string }> {
  const account = { ...label, id: label.account_id };
  const line = lineOf(parts, carriers, account);
  if (typeof line === 'string') return { kind: 'unsent', error: line };
  return call(carriers[label.adapter], line, label);
}

const sendOf: Ask<Outcome<Told>> = async (carrier, line, label) => {
  if (isVoiding(label.state)) {
    const takenBack = await carrier.takeBack(line, label);
    // That it does not take the account says nothing of the label: it is asked again with the next key.
    const isUnasked = takenBack.kind === 'refused' && isDenied(takenBack);
    return said(isUnasked ? { ...takenBack, kind: 'unsent' } : takenBack, () => ({ what: 'voided' }));
  }
  if (carrier.make && isUnmade(label)) {
    const made = await carrier.make(line, label);
    // Making it twice does no harm, so a lost answer leaves nothing in doubt.
    return said(made.kind === 'unknown' ? { ...made, kind: 'unsent' } : made, (one) => ({
      what: 'made',
      made: one,
    }));
  }
  return said(await carrier.buy(line, label), (bought) => ({ what: 'bought', bought }));
};

const askOf: Ask<Outcome<Told> | 'absent'> = async (carrier, line, label) => {
  if (isVoiding(label.state)) {
    const found = await carrier.askTakenBack(line, label);
    return found === 'absent' ? found : said(found, () => ({ what: 'voided' }));
  }
  const found = await carrier.ask(line, label);
  return found === 'absent' ? found : said(found, (bought) => ({ what: 'bought', bought }));
};

function said<A>(outcome: Outcome<A>, of: (answer: A) => Told): Outcome<Told> {
  if (outcome.kind === 'ok') return { kind: 'ok', answer: of(outcome.answer) };
  const { answer: _none, ...failure } = outcome;
  return failure;
}

/** Gives up what never left us, time and again: its carton can then have another label. */
function endingIn(label: ClaimedLabel, outcome: Outcome<Told>): Outcome<Told> {
  const isHopeless =
    outcome.kind === 'unsent' &&
    label.attempts >= unsentTriesMax &&
    lostMs(label) === null &&
    !isVoiding(label.state);
  return isHopeless ? { kind: 'refused', error: outcome.error, isFinal: true } : outcome;
}

/**
 * What was sold is recorded by a command, since it is told, printed and shown; its bytes are kept with it. Until it has
 * run, the claim stands; if it runs late, that it was bought counts all the same.
 */
async function settle(
  parts: Outward,
  label: ClaimedLabel,
  outcome: Outcome<Told>,
  next: NextTry,
): Promise<void> {
  const { database, producer } = parts;
  if (outcome.kind === 'ok' && outcome.answer.what === 'made')
    return recordVendorShipment(database, label, outcome.answer.made);
  const { name, runs: queue } = parcelCommands.settleLabel;
  const { organization_id } = label;
  const commands = await inTenant(database, { organizationId: organization_id }, async (tx) => {
    const input = await inputOf(tx, label, outcome, next);
    const command = { id: newId(), organization_id, name, queue, input, actor: scheduleActor('labels') };
    await enqueueCommands(tx, [command]);
    return [command];
  });
  await producer.dispatch(dispatchesOf(commands));
}

async function inputOf(
  tx: TenantTransaction,
  label: ClaimedLabel,
  outcome: Outcome<Told>,
  next: NextTry,
): Promise<InputOf<typeof parcelCommands.settleLabel>> {
  const { id: label_id, claim } = label;
  if (outcome.kind !== 'ok')
    return {
      label_id,
      ...failureOf(label, outcome, next),
      bought: null,
      is_account_refused: isDenied(outcome),
    };
  const bought = outcome.answer.what === 'bought' ? await kept(tx, outcome.answer.bought) : null;
  const done = { claim, attempts: next.attempts, error: null, next_ms: null, is_lost_anew: false };
  return { label_id, ...done, outcome: outcome.kind, bought };
}

async function kept(tx: TenantTransaction, { zpl, file, amount, ...bought }: Bought) {
  return {
    ...bought,
    amount: amount === null ? null : Number(amount),
    zpl_sha256: zpl === null ? null : (await keepLabelTexts(tx, [zpl]))[0]!,
    file_sha256: file === null ? null : await keepLabelFile(tx, file),
  };
}
