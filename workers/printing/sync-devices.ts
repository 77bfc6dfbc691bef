/**
 * Takes a hub's full list of printers. If a default was set, the jobs that waited for it are dispatched; so are those of
 * a printer that has left the list, if it was only the default.
 */
import {
  defaultByHubWord,
  lockDefaults,
  lockLiveHub,
  makeDefault,
  upsertDevices,
} from '../../db/printing/devices.write.ts';
import { touchHub } from '../../db/printing/hubs.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { deviceCommands } from '../../queues/printing/devices.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';

export const syncDevices: Handler<typeof deviceCommands.syncDevices> = async (
  work,
  { hub_id: hubId, devices, ...facts },
) => {
  const { tx, emit, enqueue } = work;
  await lockDefaults(tx);
  const hub = await lockLiveHub(tx, hubId);
  if (!hub) throw new Refusal('HUB_REVOKED', 'This hub is revoked.');
  const { chosen, areSomeGone, foreign } = await upsertDevices(tx, hub, devices);
  await touchHub(tx, hubId, facts);
  const isDefaultFor = chosen.at(-1) ?? (await defaultByHubWord(tx, hub));
  const isChosen = isDefaultFor && (await makeDefault(tx, isDefaultFor));
  if (isChosen)
    emit({ type: 'print_device.default_changed', subject_type: 'print_device', subject_id: isDefaultFor });
  if (isChosen || areSomeGone) enqueue(printJobCommands.dispatchWaiting, {});
  return { devices: devices.length, foreign };
};
