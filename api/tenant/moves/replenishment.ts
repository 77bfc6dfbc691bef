/** Pick faces and their replenishment. */
import { pickFaceSource } from '../../../db/moves/pick-faces.read.ts';
import {
  pickFaceRecord,
  replenishmentCommands as commands,
  replenishmentFields,
} from '../../../queues/moves/replenishment.ts';
import { recordColumns } from '../../../queues/record-kind.ts';
import { suggestFaces, type Demand, type FaceRow } from '../../../db/moves/suggest-faces.read.ts';
import { suggestedFace } from '../../../domain/moves/replenish.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { described, freeText, integer, object, text, uuid } from '../../../queues/schema.ts';
import { command, list, type Endpoint } from '../../http/endpoint.ts';
import { pagedQuery, queryInteger } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { shownPage } from '../../http/reads.ts';
import { recordEndpoints } from '../record-endpoints.ts';

const suggestionView = object({
  face_id: uuid(),
  warehouse_id: uuid(),
  location_id: uuid(),
  location: freeText(),
  item_id: uuid(),
  sku: text(),
  min_qty: stockQty(),
  max_qty: stockQty(),
  suggested_min_qty: described(stockQty(), 'What a busy day takes.'),
  suggested_max_qty: described(
    stockQty(),
    'cover_days of busy days in whole refill units, and at least one such unit above the least.',
  ),
  demand: object({
    days: integer({ min: 1, max: 366 }),
    picks: integer({ min: 0, max: 1e12 }),
    days_picked: integer({ min: 0, max: 366 }),
    total: stockQty(),
    p95_a_day: described(stockQty(), 'At most so much is picked on all but one of twenty days.'),
  }),
});

function showSuggestion(face: FaceRow & Demand, { days, coverDays }: { days: number; coverDays: number }) {
  const { picks, days_picked, total, p95_a_day, ...facts } = face;
  const { min_qty: least, max_qty: most } = suggestedFace(face, coverDays);
  return present(suggestionView, {
    ...facts,
    suggested_min_qty: least.toFixed(),
    suggested_max_qty: most.toFixed(),
    demand: { days, picks, days_picked, total, p95_a_day },
  });
}

export const replenishmentEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/pick-faces/suggestions',
    summary: 'What the ledger suggests as the least and the most of pick faces',
    description: 'From what was picked of their items in the warehouse: nothing has to be guessed.',
    permission: 'wms.putaway.view',
    query: pagedQuery({
      warehouse_id: uuid(),
      location_id: uuid(),
      item_id: uuid(),
      days: described(queryInteger({ min: 1, max: 366 }), 'How far back. Default 30.'),
      cover_days: described(
        queryInteger({ min: 1, max: 90 }),
        'How many busy days a full face lasts. Default 3.',
      ),
    }),
    returns: suggestionView,
    run: async ({
      tx,
      query: { days = 30, cover_days: coverDays = 3, warehouse_id, location_id, item_id, ...page },
    }) =>
      shownPage(await suggestFaces(tx, { warehouse_id, location_id, item_id }, { days, page }), (face) =>
        showSuggestion(face, { days, coverDays }),
      ),
  }),
  ...recordEndpoints(
    pickFaceRecord,
    { create: commands.createPickFace, update: commands.updatePickFace },
    {
      view: 'wms.putaway.view',
      manage: 'wms.moves.plan',
      source: pickFaceSource(recordColumns(pickFaceRecord)),
    },
  ),
  command({
    path: '/api/wms/replenishments/plan',
    summary: 'Plan moves that fill pick faces',
    description:
      'It happens by itself: with the release of a wave (what it picks from reserve and is less than a refill unit goes to the face with its allocations, and its picks wait), after a pick that leaves a face under its least, and every five minutes. What is planned counts as there.',
    permission: 'wms.moves.plan',
    body: object(replenishmentFields),
    input: (_call, body) => body,
    command: commands.planReplenishments,
    returns: commands.planReplenishments.result,
  }),
];
