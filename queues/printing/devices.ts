/** Commands of print devices. The rows come from the hubs; a person chooses the default printer. */
import { deviceStatuses } from '../../domain/printing/print-job-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import { choice, flag, integer, list, nullable, object, optional, text, uuid } from '../schema.ts';

export const devicesPerHubMax = 200;

/** What a hub reports about a printer in every heartbeat; `reachable` null: not tried yet. */
export const heartbeatDevice = () =>
  object({ device_id: uuid(), reachable: nullable(flag()), status: choice(...deviceStatuses) });

/** What a hub reports about a printer in its full list. */
export const ledgerDevice = () =>
  object({
    device_id: uuid(),
    name: text(200),
    model: optional(nullable(text(200))),
    device_type: text(40),
    connection: text(40),
    address: text(300),
    is_default_label_printer: flag(),
    reachable: optional(nullable(flag())),
    status: optional(choice(...deviceStatuses)),
  });

export const deviceCommands = {
  syncDevices: defineCommand({
    name: 'printing.sync_devices',
    runs: 'inline',
    summary: "Replaces a hub's list of printers; those missing from it are marked as removed.",
    input: object({
      hub_id: uuid(),
      version: optional(text(50)),
      platform: optional(text(50)),
      devices: list(ledgerDevice(), { max: devicesPerHubMax }),
    }),
    result: object({ devices: integer({ min: 0, max: devicesPerHubMax }) }),
  }),
  setDefaultDevice: defineCommand({
    name: 'printing.set_default_device',
    runs: 'inline',
    summary: 'Makes a printer the default label printer of its warehouse, or no longer the default.',
    input: object({ device_id: uuid(), is_default_label_printer: flag() }),
    result: object({ id: uuid() }),
  }),
};
