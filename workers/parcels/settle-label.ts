/**
 * Records what came of asking a carrier. Whoever no longer holds the claim says nothing any more, with one exception: that
 * a label was bought, or taken back, is a fact, however late it is learned.
 */
import {
  changeLabel,
  findLiveLabel,
  keptForNothing,
  lockLabel,
  markAccountRefused,
  markForeignError,
  settled,
  type LockedLabel,
} from '../../db/parcels/labels.write.ts';
import { releaseSaid } from '../../db/parcels/said.write.ts';
import { isDearer } from '../../domain/parcels/carrier-rules.ts';
import { labelEvent } from '../../domain/parcels/events.ts';
import { isVoiding, labelStates, refusedVoid, type LabelState } from '../../domain/parcels/label-states.ts';
import { isForeign, toldReason } from '../../domain/parcels/told-reason.ts';
import { allowedFrom, nextState } from '../../domain/state-machine.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { parcelCommands } from '../../queues/parcels/parcels.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { printedLabel, tellBought, tellDearer, tellVoided, tellVoidRefused } from './tell-of-label.ts';

type Input = InputOf<typeof parcelCommands.settleLabel>;
type Bought = NonNullable<Input['bought']>;

export const settleLabel: Handler<typeof parcelCommands.settleLabel> = async (work, input) => {
  const label = await lockLabel(work.tx, input.label_id);
  if (input.outcome === 'ok')
    await (input.bought ? wasBought(work, label, input.bought) : wasVoided(work, label));
  else if (label.claim === input.claim)
    await (isVoiding(label.state) ? wasNotVoided : wasNotBought)(work, label, input);
  return { id: label.id };
};

async function wasBought(work: Work, label: LockedLabel, bought: Bought): Promise<void> {
  const { tx } = work;
  if (!allowedFrom(labelStates, label.state, 'find')) return;
  if (label.state === 'refused' && (await findLiveLabel(tx, label, label)))
    return wasBoughtForNothing(work, label, bought);
  const sold = soldAs(label, bought);
  const isDear = isDearerThanQuoted(label, bought);
  const problem = isDear
    ? 'It cost more than was quoted and is tolerated: accept it, or have it voided.'
    : await printedLabel(work, label, bought.zpl_sha256);
  const state = nextState(labelStates, label.state, isDear ? 'find_dearer' : 'find');
  await changeLabel(tx, label.id, {
    ...settled,
    state,
    ...sold,
    zpl_sha256: bought.zpl_sha256 && Buffer.from(bought.zpl_sha256, 'hex'),
    file_sha256: bought.file_sha256 && Buffer.from(bought.file_sha256, 'hex'),
    last_error: [bought.note, problem].filter(Boolean).join(' ') || null,
    refused_at: null,
    unneeded_since: null,
  });
  await (state === 'dearer' ? tellDearer : tellBought)(work, label, {
    tracking_no: sold.tracking_no,
    carrier_code: sold.carrier_code,
  });
}

/** What is known of a label from then on. */
const soldAs = (
  { account_carrier_code: usual }: LockedLabel,
  { tracking_no, tracking_url = null, carrier_code, vendor_shipment_id, amount, currency }: Bought,
) => ({
  tracking_no,
  tracking_url,
  carrier_code: carrier_code ?? usual,
  ...(vendor_shipment_id ? { vendor_shipment_id } : {}),
  amount,
  currency,
});

const soldForNothing =
  'The carrier has sold it after it was given up, and the parcel has another label: have it voided there.';

/** What is paid for it is known, and told once: it is neither printed nor shown, and no merchant is charged for it. */
async function wasBoughtForNothing({ tx, emit }: Work, label: LockedLabel, bought: Bought): Promise<void> {
  const { state } = label;
  await changeLabel(tx, label.id, {
    ...keptForNothing,
    ...soldAs(label, bought),
    state,
    last_error: soldForNothing,
  });
  if (label.is_kept_for_nothing) return;
  emit(labelEvent(label, 'unneeded', { state, previous_state: state, reason: soldForNothing }));
}

/** Of a label that was quoted; what no price is known of is left to the carrier's invoice. */
function isDearerThanQuoted(
  { quoted_amount: amount, quoted_currency: currency, tolerance_percent: tolerance }: LockedLabel,
  bought: Bought,
): boolean {
  if (amount === null || currency === null || bought.amount === null || bought.currency === null)
    return false;
  return isDearer(
    { amount: String(bought.amount), currency: bought.currency },
    { amount, currency },
    tolerance,
  );
}

async function wasVoided(work: Work, label: LockedLabel): Promise<void> {
  if (!allowedFrom(labelStates, label.state, 'find_voided')) return;
  const state = nextState(labelStates, label.state, 'find_voided');
  await changeLabel(work.tx, label.id, { ...settled, state, unneeded_since: null, last_error: null });
  await tellVoided(work, label);
}

async function wasNotBought(work: Work, label: LockedLabel, input: Input): Promise<void> {
  const isLost = input.outcome === 'unknown' || label.is_lost;
  const isOver = input.outcome === 'refused' || (label.is_unneeded && !isLost);
  const action = isOver ? 'refuse' : isLost ? 'lose' : 'put_off';
  await released(work, label, nextState(labelStates, label.state, action), input);
}

async function wasNotVoided(work: Work, label: LockedLabel, input: Input): Promise<void> {
  const isLost = input.outcome === 'unknown' || label.is_lost;
  if (input.outcome === 'unsent' && !isLost) return released(work, label, label.state, input);
  const action = input.outcome === 'refused' ? refusedVoid(label) : 'lose_void';
  await released(work, label, nextState(labelStates, label.state, action), input);
}

async function released(work: Work, label: LockedLabel, state: LabelState, input: Input): Promise<void> {
  const { outcome, error, attempts, next_ms, is_lost_anew } = input;
  const kind = outcome === 'ok' ? 'unsent' : outcome;
  await releaseSaid(work.tx, 'label_purchases', label.id, {
    state,
    kind,
    error,
    attempts,
    next_ms,
    is_lost_anew,
  });
  if (isForeign(label)) await markForeignError(work.tx, label.id);
  if (state === 'refused') await markAccountRefused(work.tx, label.id, input.is_account_refused ?? false);
  work.signal({ kind: 'look', reason: 'labels' });
  if (state === label.state) return;
  const told = { state, previous_state: label.state, reason: toldReason(label, error ?? '') };
  if (state === 'refused') work.emit(labelEvent(label, 'refused', told));
  else if (state === 'unknown' || state === 'void_unknown') work.emit(labelEvent(label, 'unknown', told));
  else if (state === 'bought' || state === 'dearer') await tellVoidRefused(work, label, state, told.reason);
}
