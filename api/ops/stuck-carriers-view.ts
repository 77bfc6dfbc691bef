/** What carriers have not answered, not done or not paid, on `/ops`. */
import type {
  CarrierWait,
  MissingLabel,
  RefusedManifest,
  RefusedRefund,
  UnneededLabel,
} from '../../db/parcels/stuck-labels.read.ts';
import { escapeHtml } from '../docs/escape-html.ts';
import { ageInWords, cards } from './stuck-words.ts';

export function carrierWaitTable(rows: readonly CarrierWait[]): string {
  const lines = rows.map((row) => [
    escapeHtml(row.account ?? 'not chosen yet'),
    escapeHtml(row.organization),
    { labels: 'Labels', manifests: 'Manifests' }[row.what],
    row.waiting,
    row.unknown,
    row.for_person,
    ageInWords(row.oldest_seconds),
    escapeHtml(row.reason ?? ''),
  ]);
  const heads = [
    'Account',
    'For whom',
    'What',
    'Not sent',
    'Unknown',
    'For a person',
    'The oldest for',
    'Why, of the newest',
  ];
  return `${cards(heads, lines)}
<p>What is not sent is tried again by itself: can the carrier be reached, does it take the credentials? What is unknown may have
been done: its cartons get no other label, and the labels of its manifest no other manifest. A carrier that can be asked is
asked. What is for a person is decided by somebody of the organization with <code>tms.labels.resolve</code>, after a look at the
carrier's own page: <code>PATCH /api/tms/labels/{id}</code> or <code>PATCH /api/tms/manifests/{id}</code> with
<code>adopt</code> (it was done), <code>retry</code> (it was not, ask again) or <code>give_up</code> (it was not, leave it).</p>`;
}

export function refusedManifestTable(rows: readonly RefusedManifest[]): string {
  const lines = rows.map((row) => [
    escapeHtml(row.account),
    escapeHtml(row.organization),
    row.ship_date,
    ageInWords(row.seconds),
    escapeHtml(row.reason ?? ''),
  ]);
  return `${cards(['Account', 'For whom', 'Day', 'For how long', 'Why'], lines)}
<p>Their labels wait for another, and a driver may not take the parcels. Mend what the carrier names and close the day again:
<code>POST /api/tms/manifests</code>. They are shown for a week.</p>`;
}

export function missingLabelTable(rows: readonly MissingLabel[]): string {
  const lines = rows.map((row) => [
    `<span class="number">${escapeHtml(row.shipment_no)}</span>`,
    escapeHtml(row.organization),
    { dearer: 'costs more than quoted', refused: 'was refused', voided: 'was taken back' }[row.state],
    ageInWords(row.seconds),
    escapeHtml(row.reason ?? ''),
  ]);
  return `${cards(['Shipment', 'For whom', 'Its label', 'For how long', 'Why'], lines)}
<p>Booked as shipped, they stand at the dock. Somebody of the organization buys another label (<code>POST /api/tms/labels</code>,
with an account and service that take the parcel), or accepts the price (<code>PATCH /api/tms/labels/{id}</code> with
<code>accept</code>).</p>`;
}

export function refusedRefundTable(rows: readonly RefusedRefund[]): string {
  const lines = rows.map((row) => [
    `<span class="number">${escapeHtml(row.tracking_no ?? row.shipment_no)}</span>`,
    escapeHtml(row.account),
    escapeHtml(row.organization),
    ageInWords(row.seconds),
  ]);
  return `${cards(['Label', 'Account', 'For whom', 'For how long'], lines)}
<p>Their carrier charges them, and no merchant is charged: somebody of the organization takes it up with the carrier. They are
shown for a week.</p>`;
}

export function unneededLabelTable(rows: readonly UnneededLabel[]): string {
  const lines = rows.map((row) => [
    `<span class="number">${escapeHtml(row.tracking_no ?? row.shipment_no)}</span>`,
    escapeHtml(row.account),
    escapeHtml(row.organization),
    ageInWords(row.seconds),
    escapeHtml(row.reason ?? ''),
  ]);
  return `${cards(['Label', 'Account', 'For whom', 'For how long', 'Why'], lines)}
<p>Their parcels were unpacked or cancelled, or have another label, and their carrier charges them, but no merchant is charged: somebody of the
organization asks the carrier for a refund. They are shown for a week.</p>`;
}
