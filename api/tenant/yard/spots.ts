/** Spots and dock doors, and how a warehouse runs its docks. */
import { findRecord } from '../../../db/records.read.ts';
import { findDockRules } from '../../../db/yard/dock-rules.read.ts';
import { recordColumns, recordView } from '../../../queues/record-kind.ts';
import { flag, freeText, integer, nullable, object, uuid } from '../../../queues/schema.ts';
import { spotCommands, spotRecord } from '../../../queues/yard/spots.ts';
import { command, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, oneOf } from '../../http/reads.ts';
import { present, shownAs } from '../../http/present.ts';
import { recordEndpoints } from '../record-endpoints.ts';

const spotView = recordView(spotRecord);

const rulesView = object({
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  capacity_per_hour: nullable(integer({ min: 1, max: 10_000 })),
  approval_required: flag(),
  free_minutes: integer({ min: 0, max: 100_000 }),
});

const rulesOf = oneOf('warehouse', findDockRules, shownAs(rulesView));

async function spotDetail({ tx }: Call, { id }: { id: string }) {
  const source = { from: 'spots', columns: recordColumns(spotRecord), searched: ['code'] };
  const found = existing('spot', await findRecord(tx, source, id));
  return present(spotView, found);
}

const ofSpot = {
  method: 'POST' as const,
  permission: 'yms.manage' as const,
  pathToInput: { id: 'spot_id' },
  respondWith: spotDetail,
  returns: spotView,
};

export const spotEndpoints: readonly Endpoint[] = [
  ...recordEndpoints(
    spotRecord,
    { create: spotCommands.createSpot, update: spotCommands.updateSpot },
    { view: 'yms.view', manage: 'yms.manage' },
  ),
  command({
    ...ofSpot,
    path: '/api/yms/spots/{id}/close',
    summary: 'Take a spot out of service',
    command: spotCommands.closeSpot,
  }),
  command({
    ...ofSpot,
    path: '/api/yms/spots/{id}/open',
    summary: 'Put a spot back into service',
    command: spotCommands.openSpot,
  }),
  query({
    path: '/api/yms/dock-rules/{id}',
    summary: 'How a warehouse runs its docks',
    description: "id is the warehouse's.",
    permission: 'yms.view',
    returns: rulesView,
    run: byId(rulesOf),
  }),
  command({
    method: 'PATCH',
    path: '/api/yms/dock-rules/{id}',
    summary: 'Set how a warehouse runs its docks',
    description: "id is the warehouse's. Omitted fields stay as they are.",
    permission: 'yms.manage',
    command: spotCommands.setDockRules,
    pathToInput: { id: 'warehouse_id' },
    respondWith: rulesOf,
    returns: rulesView,
  }),
];
