/** v1: what parcels cost, labels bought from carriers, and the close of the day. */
import { findLabelPurchase, labelSorts, listLabels } from '../../../db/parcels/labels.read.ts';
import { findManifest } from '../../../db/parcels/manifests.read.ts';
import { soldFormats } from '../../../domain/parcels/label-files.ts';
import { isAtRest, labelStatuses } from '../../../domain/parcels/label-states.ts';
import { isManifestAtRest, manifestStatuses } from '../../../domain/parcels/manifest-states.ts';
import { unplannedMeans, unplannedReasons } from '../../../domain/parcels/planned-parcels.ts';
import { assertSold } from '../../../domain/parcels/sold.ts';
import { trackingKinds } from '../../../domain/catalog/tracking-kinds.ts';
import { freightTerms } from '../../../domain/shipping/load-states.ts';
import { manifestCommands } from '../../../queues/parcels/manifests.ts';
import { parcelCommands as commands, plannedSscc } from '../../../queues/parcels/parcels.ts';
import { rateCommands, rateFields } from '../../../queues/parcels/rates.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { shownAs } from '../../http/present.ts';
import { v1Query } from '../../http/query-fields.ts';
import { existing, oneOf } from '../../http/reads.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const labelView = s.object({
  id: s.uuid(),
  state: s.choice(...labelStatuses),
  shipment_id: s.nullable(s.uuid(), 'Null of the label of a parcel that comes back.'),
  shipment_no: s.nullable(s.freeText()),
  return_id: s.nullable(s.uuid()),
  return_no: s.nullable(s.freeText()),
  carton_id: s.nullable(s.uuid()),
  carton_no: s.nullable(s.integer({ min: 1, max: 1e9 })),
  planned_sscc: plannedSscc(),
  unplanned_for: s.nullable(s.choice(...unplannedReasons), unplannedMeans),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  account_id: s.nullable(s.uuid()),
  carrier_code: s.nullable(s.freeText()),
  service_code: s.nullable(s.freeText()),
  tracking_no: s.nullable(s.freeText()),
  tracking_state: s.nullable(s.choice(...trackingKinds)),
  amount: s.nullable(s.money()),
  currency: s.nullable(s.text(3)),
  billing: s.described(
    s.choice(...freightTerms),
    'Who pays its carrier, as its account said when it was asked for.',
  ),
  format: s.nullable(s.choice(...soldFormats)),
  manifest_id: s.nullable(s.uuid()),
  manifest_error: s.nullable(s.freeText()),
  last_error: s.nullable(s.freeText()),
  created_at: s.instant(),
  updated_at: s.instant(),
  bought_at: s.nullable(s.instant()),
  voided_at: s.nullable(s.instant()),
});
const showLabel = shownAs(labelView);
const label = oneOf('label', findLabelPurchase, showLabel);

async function boughtLabel({ tx }: Call, { id }: { id: string }) {
  const found = existing('label', await findLabelPurchase(tx, id));
  assertSold(found);
  return showLabel(found);
}

const manifestView = s.object({
  id: s.uuid(),
  state: s.choice(...manifestStatuses),
  account_id: s.uuid(),
  warehouse_id: s.uuid(),
  carrier_code: s.nullable(s.freeText()),
  ship_date: s.date(),
  manifest_no: s.nullable(s.freeText()),
  labels: s.integer({ min: 0, max: 1e6 }),
  left: s.integer({ min: 0, max: 1e9 }),
  last_error: s.nullable(s.freeText()),
  created_at: s.instant(),
  accepted_at: s.nullable(s.instant()),
});
const manifest = oneOf('manifest', findManifest, shownAs(manifestView));

const ratesBody = s.object({
  ...rateFields,
  warehouse_id: s.optional(idOrCode(), 'Whence a basket would leave.'),
  merchant_id: s.optional(idOrCode(), 'Whose basket it is.'),
});

const manifestBody = s.object({
  account_id: s.uuid(),
  warehouse_id: idOrCode(),
  carrier_code: s.optional(s.text(100), 'Whose: needed while labels of several carriers wait.'),
  ship_date: s.optional(s.date(), 'Default: today, at the warehouse.'),
});

const path = '/v1/tms/labels';
const permission = 'tms.labels';

export const labelEndpoints: readonly Endpoint[] = [
  command({
    path: '/v1/tms/rates',
    summary: 'Ask carriers what parcels would cost, and choose',
    permission: 'tms.rates',
    command: rateCommands.rateParcel,
    body: ratesBody,
    input: (call: Call, body: s.Infer<typeof ratesBody>) => withIds(call, body),
    returns: rateCommands.rateParcel.result,
  }),
  list({
    path,
    summary: 'Labels bought from carriers, newest first',
    permission: ['tms.view', 'tms.labels'],
    query: v1Query(
      {
        state: s.choice(...labelStatuses),
        shipment_id: s.uuid(),
        return_id: s.described(s.uuid(), 'Only labels of this return.'),
        warehouse_id: idOrCode(),
        merchant_id: idOrCode(),
        tracking_no: s.described(s.text(100), 'Only the label with this number.'),
      },
      Object.keys(labelSorts),
    ),
    returns: labelView,
    run: (call) => listed(call, (tx, filters, page) => listLabels(tx, { ...filters, ...page }), showLabel),
  }),
  create({
    path,
    summary: 'Buy a label for a carton, exactly once',
    description:
      'Without quote_id, account_id and service_code the carrier rules choose. 202 with the label as it stands when the carrier takes longer than the caller waits.',
    permission,
    command: commands.buyLabel,
    respondWith: boughtLabel,
    isSettled: ({ state }) => isAtRest(state),
    returns: labelView,
  }),
  command({
    path: `${path}/{id}/void`,
    summary: 'Have the carrier take a label back',
    permission,
    command: commands.voidLabel,
    pathToInput: { id: 'label_id' },
    respondWith: label,
    returns: labelView,
  }),
  create({
    path: '/v1/tms/manifests',
    summary: 'Close the day of an account in a warehouse',
    permission,
    command: manifestCommands.createManifest,
    body: manifestBody,
    input: (call: Call, body: s.Infer<typeof manifestBody>) => withIds(call, body),
    respondWith: manifest,
    isSettled: ({ state }) => isManifestAtRest(state),
    returns: manifestView,
  }),
];
