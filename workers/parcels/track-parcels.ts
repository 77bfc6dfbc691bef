/**
 * Follows parcels on their way by what carriers tell, or say when they are asked: each event is kept once, what is older
 * never replaces what is newer, and a shipment is delivered with the last of its parcels.
 */
import {
  changeTracking,
  findNewest,
  findTrackedLabel,
  keepTrackingEvent,
  readTracking,
  takeSilentLabels,
  type Newest,
} from '../../db/parcels/tracking.write.ts';
import { changeLabel, lockLabel, type LockedLabel } from '../../db/parcels/labels.write.ts';
import { isNamedThere, type NamedThere } from '../../domain/parcels/carriers.ts';
import { labelEvent } from '../../domain/parcels/events.ts';
import { isTrackedToEnd, type Tracked, type TrackingEvent } from '../../domain/parcels/tracking.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import { asObject } from '../outside/spoken.ts';
import { carriers } from './carriers/carriers.ts';
import { findAccount, findCallableAccount } from '../../db/parcels/accounts.read.ts';
import type { AskingHandler, Handler, Work } from '../engine/handler.ts';
import type { Scheduling } from '../engine/scheduled.ts';
import { lineOf, type Carrier, type Line } from './carriers/carrier.ts';
import { deliverOnceAllCame } from './deliver-shipment.ts';
import { followDue } from './follow-due.ts';

/** What a carrier's webhook told. */
export const recordTracking: Handler<typeof parcelCommands.recordTracking> = async (
  work,
  { account_id: accountId, body },
) => {
  const { tx } = work;
  const account = await findAccount(tx, accountId);
  if (!account) throw notFound('carrier account');
  const said = asObject(body);
  if (!said) throw new Refusal('MALFORMED_BODY', 'What the carrier sent is no object we can read.');
  const byLabel = new Map<string, { document_id: string; events: Tracked[] }>();
  for (const one of carriers[account.adapter].trackedIn?.(said) ?? []) {
    const found = await findTrackedLabel(tx, accountId, one);
    if (!found) continue;
    const { events } = byLabel.get(found.id) ?? { events: [] };
    byLabel.set(found.id, { document_id: found.document_id, events: [...events, one] });
  }
  // In the order of their shipments and returns, as everybody locks them.
  const inOrder = [...byLabel].sort(
    ([one, { document_id: of }], [other, { document_id: ofOther }]) =>
      compare(of, ofOther) || compare(one, other),
  );
  for (const [id, { events }] of inOrder) await follow(work, await lockLabel(tx, id), events, 'webhook');
  return { id: accountId };
};

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** What is new of a parcel is kept and told; its shipment is delivered once all of its parcels are. */
async function follow(
  work: Work,
  label: LockedLabel,
  told: readonly TrackingEvent[],
  source: 'webhook' | 'poll',
): Promise<void> {
  const { tx } = work;
  const before = await readTracking(tx, label.id);
  for (const { external_id, kind, occurred_at, place, says } of told)
    await keepTrackingEvent(tx, label, { external_id, kind, occurred_at, place, says }, source);
  const newest = await findNewest(tx, label.id);
  const state = newest?.kind ?? before.tracking_state;
  const isOver = isTrackedToEnd(state);
  await changeTracking(tx, label.id, { newest, isAskedAgain: !isOver || before.shipped_at === null });
  if (newest && newest.kind !== before.tracking_state) tell(work, label, newest);
  if (state === 'delivered' && label.shipment_id) await deliverOnceAllCame(work, label.shipment_id);
}

function tell({ emit }: Work, label: LockedLabel, { kind, occurred_at, says }: Newest): void {
  const { tracking_no, carrier_code } = label;
  const what = kind === 'delivered' || kind === 'exception' ? kind : 'tracked';
  emit(
    labelEvent(label, what, {
      tracking_no,
      carrier_code,
      tracking_state: kind,
      says,
      carrier_at: occurred_at.toISOString(),
    }),
  );
}

/** Every ten minutes. */
export const followParcels = (parts: Scheduling): Promise<void> =>
  followDue(parts, 'silent parcels', parcelCommands.followParcel, takeSilentLabels);

type Question = { label: LockedLabel; account: Awaited<ReturnType<typeof findCallableAccount>> };
interface Found {
  /** Of a label that a person adopted: what it is called there. */
  named?: NamedThere | undefined;
  told: Tracked[];
}

/** Asks a carrier where a parcel is of which it has told nothing for a while; first what it calls it, where nobody knows. */
export const followParcel: AskingHandler<typeof parcelCommands.followParcel, Question, Found> = {
  say: async ({ tx }, { label_id: id }) => {
    const label = await lockLabel(tx, id);
    return { label, account: label.account_id ? await findCallableAccount(tx, label.account_id) : undefined };
  },
  send: async (outside, { label, account }) => {
    if (!account) return { told: [] };
    const line = lineOf(outside, carriers, account);
    if (typeof line === 'string') return { told: [] };
    const carrier = carriers[account.adapter];
    const named = isNamedThere(account.adapter, label) ? undefined : await nameOf(carrier, line, label);
    // One that gives no answer is asked again with the next round.
    const answer = await carrier.track?.(line, { ...label, ...named });
    return { named, told: answer?.kind === 'ok' ? answer.answer : [] };
  },
  settle: async (work, { label_id: id }, _question, { named, told }) => {
    const label = await lockLabel(work.tx, id);
    const { state } = label;
    if (state !== 'bought') return { id };
    if (named) await changeLabel(work.tx, id, { state, ...named, last_error: null });
    await follow(work, { ...label, ...named }, told, 'poll');
    return { id };
  },
};

async function nameOf(carrier: Carrier, line: Line, label: LockedLabel): Promise<NamedThere | undefined> {
  const found = await carrier.ask(line, label);
  if (found === 'absent' || found.kind !== 'ok') return undefined;
  const { carrier_code, vendor_shipment_id = label.vendor_shipment_id } = found.answer;
  return { carrier_code: carrier_code ?? label.carrier_code, vendor_shipment_id };
}
