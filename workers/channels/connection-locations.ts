/**
 * Which of a store's places each warehouse fills. The connection is locked, and all of its stock is compared anew: whoever
 * compares meanwhile has seen either the places before or those after.
 */
import {
  findLocationConnection,
  insertLocation,
  removeLocation,
  setStoreLocation,
} from '../../db/channels/connection-locations.write.ts';
import { lockConnection, lockLiveConnection } from '../../db/integration/connections.write.ts';
import { recordNotCompared } from '../../db/channels/store-news.write.ts';
import { assertReference } from '../../db/records.read.ts';
import type { channelCommands } from '../../queues/channels/channels.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const createLocation: Handler<typeof channelCommands.createLocation> = async (work, input) => {
  const { tx } = work;
  const connection = await lockLiveConnection(tx, input.connection_id);
  await assertReference(tx, 'warehouses', input.warehouse_id, 'warehouse_id');
  const id = await insertLocation(tx, { ...input, merchant_id: connection.merchant_id });
  await changed(work, { ...connection, location_id: id, warehouse_id: input.warehouse_id });
  return { id };
};

export const updateLocation: Handler<typeof channelCommands.updateLocation> = async (
  work,
  { location_id: id, store_location: place },
) => {
  const location = await locked(work, id);
  if (await setStoreLocation(work.tx, id, place)) await changed(work, location);
  return { id };
};

export const deleteLocation: Handler<typeof channelCommands.deleteLocation> = async (
  work,
  { location_id: id },
) => {
  const location = await locked(work, id);
  await removeLocation(work.tx, id);
  await changed(work, location);
  return { id, deleted: true };
};

interface Changed {
  id: string;
  merchant_id: string;
  location_id: string;
  warehouse_id: string;
}

/** Its connection, locked before anything of it is changed. Refuses 404. */
async function locked({ tx }: Work, id: string): Promise<Changed> {
  const found = await findLocationConnection(tx, id);
  const { id: connectionId, merchant_id } = await lockConnection(tx, found.connection_id);
  // Somebody may have removed it while this waited.
  const { warehouse_id } = await findLocationConnection(tx, id);
  return { id: connectionId, merchant_id, location_id: id, warehouse_id };
}

async function changed(
  { tx, emit, signal }: Work,
  { id, merchant_id, location_id, warehouse_id }: Changed,
): Promise<void> {
  await recordNotCompared(tx, id);
  signal({ kind: 'look', reason: 'events' });
  emit({
    type: 'channel.locations_changed',
    subject_type: 'channel_connection',
    subject_id: id,
    data: { connection_id: id, merchant_id, location_id, warehouse_id },
  });
}
