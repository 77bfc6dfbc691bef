/** How accurate the books are, by what was counted. */
import {
  accuracyGroups,
  listCountedLines,
  listCountedLocations,
  readAccuracy,
} from '../../../db/counting/accuracy.read.ts';
import { countKinds } from '../../../domain/counting/count-kinds.ts';
import { velocities } from '../../../domain/inventory/location-types.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { list, query, type Endpoint } from '../../http/endpoint.ts';
import { filteredPageOf } from '../../http/reads.ts';
import { pagedQuery, plainQuery, queryFlag } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';

const amount = () => s.integer({ min: 0, max: 1e9 });
const share = () => s.nullable(s.decimalNumber({ places: 6, min: 0, below: 1.000001 }));
const moments = {
  from: s.described(s.instant(), 'Counts completed from this moment on.'),
  to: s.described(s.instant(), 'Counts completed before this moment.'),
  warehouse_id: s.uuid(),
  kind: s.described(
    s.choice(...countKinds),
    'Counts of this kind. Those of places drawn by lot (random) say how the books are as a whole.',
  ),
};

const accuracyView = s.object({
  group: s.nullable(
    s.freeText(),
    'The zone, class, merchant id, plan id or kind; null for all together, or for no plan.',
  ),
  locations_counted: s.described(amount(), 'Locations of which everything was counted, each time counted.'),
  exact: s.described(amount(), 'Those where no line differed.'),
  location_accuracy: share(),
  lines_counted: amount(),
  units_expected: stockQty(),
  net_units: s.described(stockQty(), 'Found less expected.'),
  gross_units: s.described(stockQty(), 'Differences of either sign.'),
  unit_accuracy: s.described(
    share(),
    '1 less gross_units by units_expected; null when nothing was expected.',
  ),
});

/** By which count, and where. */
const countedAt = {
  count_task_id: s.uuid(),
  task_no: s.text(),
  kind: s.choice(...countKinds),
  plan_id: s.nullable(s.uuid()),
  completed_at: s.instant(),
  location_id: s.uuid(),
  location: s.text(),
  zone: s.freeText(),
};

const lineView = s.object({
  id: s.uuid(),
  ...countedAt,
  item_id: s.uuid(),
  sku: s.text(),
  item_class: s.freeText(),
  merchant_id: s.uuid(),
  lot_no: s.nullable(s.text()),
  status: s.choice('available', 'hold', 'damaged'),
  attempt: amount(),
  counted_qty: stockQty(),
  expected_qty: stockQty(),
  difference: stockQty(),
  posted_delta: s.nullable(stockQty()),
  counted_by: s.text(),
});

const locationView = s.object({
  ...countedAt,
  lines_counted: s.described(amount(), '0 where nothing was found and nothing was expected.'),
  is_exact: s.described(s.flag(), 'No line of it differed.'),
});

const goods = {
  zone: s.freeText(64),
  item_class: s.described(s.freeText(64), 'Lines of items of this class.'),
  velocity: s.described(s.choice(...velocities), 'Lines of items of this velocity; those without one are C.'),
  merchant_id: s.uuid(),
  plan_id: s.described(s.uuid(), 'Of this plan’s counts.'),
  without_plan: s.described(queryFlag(), 'Of counts that no plan made.'),
  is_exact: s.described(queryFlag(), 'Whether what was found was what the ledger had.'),
};

const permission = 'wms.cycle_count.view';

export const accuracyEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/wms/counts/accuracy',
    summary: 'How accurate the books were, by the counts completed in a time',
    description:
      'GET /api/wms/counts/lines and GET /api/wms/counts/locations with the same filters, and one for the group, list the lines and the locations behind each row. Differences are told in units: stock has no value yet.',
    permission,
    isReport: () => true,
    query: plainQuery({ ...moments, group_by: s.choice(...accuracyGroups) }),
    returns: s.listOf(accuracyView),
    run: async ({ tx, query: { group_by: groupBy, ...filters } }) =>
      (await readAccuracy(tx, filters, groupBy)).map((row) => present(accuracyView, row)),
  }),
  list({
    path: '/api/wms/counts/lines',
    summary: 'Counted lines of the counts that are over, newest first',
    permission,
    query: pagedQuery({ ...moments, ...goods }),
    returns: lineView,
    run: filteredPageOf(listCountedLines, shownAs(lineView)),
  }),
  list({
    path: '/api/wms/counts/locations',
    summary: 'Locations of which everything was counted, by the counts that are over, newest first',
    description: 'Also those where nothing lay, of which there is no line.',
    permission,
    query: pagedQuery({ ...moments, ...goods }),
    returns: locationView,
    run: filteredPageOf(listCountedLocations, shownAs(locationView)),
  }),
];
