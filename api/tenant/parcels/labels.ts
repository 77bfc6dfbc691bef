/** Labels bought from carriers. */
import {
  findLabelBytes,
  findLabelPurchase,
  listLabels,
  type LabelRow,
} from '../../../db/parcels/labels.read.ts';
import { listTracking } from '../../../db/parcels/tracking.read.ts';
import { endings, soldFormats } from '../../../domain/parcels/label-files.ts';
import { isAtRest, labelStatuses } from '../../../domain/parcels/label-states.ts';
import { weightsBy } from '../../../domain/parcels/parcel.ts';
import { unplannedMeans, unplannedReasons } from '../../../domain/parcels/planned-parcels.ts';
import { assertSold } from '../../../domain/parcels/sold.ts';
import { trackingKinds } from '../../../domain/catalog/tracking-kinds.ts';
import { freightTerms } from '../../../domain/shipping/load-states.ts';
import { notFound } from '../../../domain/refusal.ts';
import { parcelCommands as commands, plannedSscc } from '../../../queues/parcels/parcels.ts';
import * as s from '../../../queues/schema.ts';
import { actions, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, oneOf, pageOf, shownPage } from '../../http/reads.ts';
import { present, shownAs } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

export const labelView = s.object({
  id: s.described(s.uuid(), 'Also the reference under which the carrier knows it.'),
  shipment_id: s.nullable(s.uuid(), 'Null of the label of a parcel that comes back.'),
  shipment_no: s.nullable(s.text()),
  return_id: s.nullable(s.uuid(), 'The return whose parcel comes back with it.'),
  return_no: s.nullable(s.text()),
  carton_id: s.nullable(s.uuid()),
  carton_no: s.nullable(s.integer({ min: 1, max: 1e9 })),
  planned_sscc: plannedSscc(),
  unplanned_for: s.nullable(s.choice(...unplannedReasons), unplannedMeans),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  rule_id: s.nullable(s.uuid(), 'The carrier rule that chose, or is choosing, its account and service.'),
  account_id: s.nullable(s.uuid(), 'Null, as service_code is, until the rules have chosen.'),
  account_name: s.nullable(s.freeText()),
  service_code: s.nullable(s.freeText()),
  quote_id: s.nullable(s.uuid()),
  quoted_amount: s.nullable(s.money(), 'What was quoted. Null to whom amount is.'),
  quoted_currency: s.nullable(s.text(3)),
  state: s.described(
    s.choice(...labelStatuses),
    'choosing: prices are asked for by the carrier rules. unknown: the carrier gave no answer, so it may have been bought; the parcel gets no other label until that is settled. dearer: bought for more than was quoted and is tolerated; it is printed and shown once a person accepts it.',
  ),
  tracking_no: s.nullable(s.freeText()),
  tracking_url: s.nullable(s.freeText(), 'Where anybody can follow its parcel, if its carrier said so.'),
  carrier_code: s.nullable(s.freeText()),
  manifest_id: s.nullable(
    s.uuid(),
    'The manifest it is on: then it is taken back only if its carrier refunds such labels.',
  ),
  manifested_at: s.nullable(s.instant(), 'Since when its carrier has taken the manifest.'),
  manifest_error: s.nullable(s.freeText()),
  unneeded_since: s.nullable(
    s.instant(),
    'Since when its carrier keeps it although its parcel is not sent, or has another label: a refund is asked for there.',
  ),
  tracking_state: s.nullable(s.choice(...trackingKinds), 'The newest that its carrier told of it.'),
  tracked_at: s.nullable(s.instant(), "When that happened, by the carrier's clock."),
  amount: s.nullable(
    s.money(),
    'What the carrier asks. Null to a merchant whose account it was not bought with.',
  ),
  currency: s.nullable(s.text(3)),
  weight_kg: s.nullable(s.decimalNumber({ places: 6, below: 1e9 })),
  weight_by: s.described(
    s.nullable(s.choice(...weightsBy)),
    'Whether it was weighed, given by its buyer, planned, or its items were added up, with the carton they are in where its type is known.',
  ),
  billing: s.described(
    s.choice(...freightTerms),
    'Who pays its carrier, as its account said when it was asked for.',
  ),
  format: s.nullable(
    s.choice(...soldFormats),
    'What it is kept as. Only ZPL is printed; other: as its carrier sent it.',
  ),
  declaration_id: s.nullable(s.uuid(), 'What was declared to customs of its shipment.'),
  unknown_since: s.nullable(s.instant()),
  next_try_at: s.nullable(s.instant(), 'When the carrier is asked again. Null: a person has to decide.'),
  last_error: s.nullable(s.freeText()),
  resolved_by: s.nullable(s.freeText(), 'Who decided what had become of it.'),
  resolved_for: s.nullable(s.freeText()),
  created_by: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  bought_at: s.nullable(s.instant()),
  refused_at: s.nullable(s.instant()),
  voided_at: s.nullable(s.instant()),
});

const trackingView = s.object({
  id: s.uuid(),
  external_id: s.described(s.freeText(), "The carrier's own: the same one is kept once."),
  kind: s.choice(...trackingKinds),
  occurred_at: s.instant(),
  place: s.nullable(s.freeText()),
  says: s.nullable(s.freeText()),
  source: s.described(s.choice('webhook', 'poll'), 'Whether the carrier told it, or was asked.'),
  received_at: s.instant(),
});

const show = (row: LabelRow) =>
  present(labelView, { ...row, next_try_at: isAtRest(row.state) ? null : row.next_try_at });
const label = oneOf('label', findLabelPurchase, show);

export async function boughtLabel({ tx }: Call, { id }: { id: string }) {
  const found = existing('label', await findLabelPurchase(tx, id));
  assertSold(found);
  return show(found);
}

const path = '/api/tms/labels';
const view = ['tms.view', 'tms.labels'] as const;
const permission = 'tms.labels';
const resolving = 'tms.labels.resolve';
const approving = 'tms.labels.approve';

export const labelEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Labels bought from carriers, newest first',
    permission: view,
    query: pagedQuery({
      state: s.choice(...labelStatuses),
      shipment_id: s.uuid(),
      return_id: s.described(s.uuid(), 'Only labels of parcels of this return.'),
      carton_id: s.described(s.uuid(), 'Only labels of this carton.'),
      account_id: s.uuid(),
      warehouse_id: s.uuid(),
      merchant_id: s.uuid(),
      tracking_no: s.described(s.text(100), 'Only the label with this number.'),
      tracking_state: s.described(
        s.choice(...trackingKinds),
        'Only labels of which this is the newest told.',
      ),
      manifest_id: s.described(s.uuid(), 'Only labels on this manifest.'),
    }),
    returns: labelView,
    run: pageOf(listLabels, show),
  }),
  create({
    path,
    summary: 'Buy a label for a carton, exactly once',
    description:
      'Answers 201 once the carrier has sold it, 409 LABEL_REFUSED once it has refused (ACCOUNT_REFUSED: the account), and 202 with the label as it stands when that takes longer than the caller waits (10 s, or Prefer: wait). 409 LABEL_LIVE while the parcel has a label, or may have one. Without quote_id, account_id and service_code the carrier rules choose.',
    permission,
    command: commands.buyLabel,
    respondWith: boughtLabel,
    isSettled: ({ state }) => isAtRest(state),
    returns: labelView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One label',
    permission: view,
    returns: labelView,
    run: byId(label),
  }),
  query({
    path: `${path}/{id}/file`,
    summary: 'The bytes the carrier sold',
    permission: view,
    returns: s.anything(),
    files: ['application/zpl', ...Object.keys(endings)],
    isFileAlone: true,
    run: async ({ tx, params }) => {
      const id = params['id']!;
      const { zpl, content_type, content } = existing('label', await findLabelBytes(tx, id));
      if (zpl !== null)
        return { file: Buffer.from(zpl), content_type: 'application/zpl', filename: `label-${id}.zpl` };
      if (content === null || content_type === null) throw notFound('file of the label');
      const ending = endings[content_type];
      return { file: content, content_type, filename: `label-${id}.${ending}`, inline: ending !== 'bin' };
    },
  }),
  list({
    path: `${path}/{id}/tracking`,
    summary: 'What the carrier told of a parcel on its way, newest first',
    permission: view,
    query: pagedQuery({}),
    returns: trackingView,
    run: async ({ tx, params, query: wanted }) => {
      const id = params['id']!;
      existing('label', await findLabelPurchase(tx, id));
      return shownPage(await listTracking(tx, id, wanted), shownAs(trackingView));
    },
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Void or reprint a label, accept its price, or decide what became of one',
    description:
      'accept is for a label in dearer: it is printed, and shown on its shipment. adopt, retry and give_up are for a label in unknown or void_unknown, after looking at the carrier: it was done there; it was not, ask again; it was not, leave it. give_up is also for one in voiding, whose carrier does not take it back: it stays as it was. They take a reason.',
    permission: [permission, approving, resolving],
    pathToInput: { id: 'label_id' },
    actions: {
      void: { command: commands.voidLabel, permission },
      reprint: { command: commands.reprintLabel, permission },
      accept: { command: commands.acceptLabel, permission: approving },
      adopt: { command: commands.adoptLabel, permission: resolving },
      retry: { command: commands.retryLabel, permission: resolving },
      give_up: { command: commands.giveUpLabel, permission: resolving },
    },
    respondWith: label,
    returns: labelView,
  }),
];
