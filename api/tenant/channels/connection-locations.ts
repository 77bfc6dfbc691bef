/** Which of a store's places each warehouse fills. */
import {
  findConnectionLocation,
  listConnectionLocations,
} from '../../../db/channels/connection-locations.read.ts';
import { channelCommands as commands } from '../../../queues/channels/channels.ts';
import * as s from '../../../queues/schema.ts';
import { command, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { shownAs } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const locationView = s.object({
  id: s.uuid(),
  connection_id: s.uuid(),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  store_location: s.described(s.freeText(), "The store's own id of the place."),
  created_at: s.instant(),
  updated_at: s.instant(),
});

const location = oneOf('location of the store', findConnectionLocation, shownAs(locationView));
const path = '/api/integration/connection-locations';
const permission = 'integration.manage';

export const connectionLocationEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: "Which of a store's places each warehouse fills",
    permission: 'integration.view',
    query: pagedQuery({ connection_id: s.uuid(), warehouse_id: s.uuid() }),
    returns: locationView,
    run: pageOf(listConnectionLocations, shownAs(locationView)),
  }),
  create({
    path,
    summary: "Say which of a store's places a warehouse fills",
    description:
      'With one, the store is told of stock by place: of each as much as its warehouses can promise, and in all no more than it may sell. Stock in warehouses that fill none of its places is not told.',
    permission,
    command: commands.createLocation,
    respondWith: location,
    returns: locationView,
  }),
  query({
    path: `${path}/{id}`,
    summary: "One warehouse and the store's place it fills",
    permission: 'integration.view',
    returns: locationView,
    run: byId(location),
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change which place a warehouse fills; a place that none fills any more has nothing to sell',
    permission,
    command: commands.updateLocation,
    pathToInput: { id: 'location_id' },
    respondWith: location,
    returns: locationView,
  }),
  command({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: "Take a warehouse from a store's places; without any, the store is told of its stock in all",
    permission,
    command: commands.deleteLocation,
    pathToInput: { id: 'location_id' },
    returns: commands.deleteLocation.result,
  }),
];
