/** Commands of print devices. The rows come from the hubs; a person chooses the default printer. */
import { printerLanguages } from '../../domain/printing/label-types.ts';
import { deviceStatuses } from '../../domain/printing/print-job-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  described,
  flag,
  integer,
  list,
  listOf,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';
import { labelMinutesMax } from './print-jobs.ts';

export const devicesPerHubMax = 200;

/** What a hub reports about a printer in every heartbeat; `reachable` null: not tried yet. */
export const heartbeatDevice = () =>
  object({ device_id: uuid(), reachable: nullable(flag()), status: choice(...deviceStatuses) });

/** What a printer takes. */
const takes = () => list(choice(...printerLanguages), { min: 1, max: printerLanguages.length });

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
    takes: optional(takes()),
    reachable: optional(nullable(flag())),
    status: optional(choice(...deviceStatuses)),
  });

export const printSettingsMax = 200;
export const limitWords =
  'A printer that could not print for longer than this many minutes and finds labels older than this asks a person before it prints. Null: as its warehouse, which has 60 unless the print settings say otherwise.';

export const backlogMinutes = () => integer({ min: 5, max: 43_200 });
export const warehouseLimit = () => object({ warehouse_id: uuid(), backlog_minutes: backlogMinutes() });
export const kindLife = () =>
  object({ label_kind: text(64), expires_after_minutes: integer({ min: 1, max: labelMinutesMax }) });

/** What a person says about a backlog. */
const backlogChoice = {
  action: described(
    choice('print', 'cancel_old'),
    'print: all that wait are printed. cancel_old: those older than older_than_minutes are cancelled, the others printed.',
  ),
  older_than_minutes: optional(integer({ min: 1, max: labelMinutesMax }), 'For cancel_old; default 60.'),
};
export const backlogOutcome = object({
  is_decided: described(
    flag(),
    'False when more than 1000 were to be cancelled: ask again. Nothing is printed until then.',
  ),
  cancelled: integer({ min: 0, max: 1000 }),
  remaining: described(
    integer({ min: 0, max: 1_000_000_000 }),
    'Labels older than that which are still to be cancelled.',
  ),
});

export const deviceCommands = {
  syncDevices: defineCommand({
    name: 'printing.sync_devices',
    runs: 'inline',
    summary:
      "Replaces a hub's list of printers; those missing from it are marked as removed, those of another hub (foreign) left alone.",
    input: object({
      hub_id: uuid(),
      version: optional(text(50)),
      platform: optional(text(50)),
      devices: list(ledgerDevice(), { max: devicesPerHubMax }),
    }),
    result: object({ devices: integer({ min: 0, max: devicesPerHubMax }), foreign: listOf(uuid()) }),
  }),
  updateDevice: defineCommand({
    name: 'printing.update_device',
    runs: 'inline',
    summary:
      'Makes a printer the default label printer of its warehouse, or no longer the default, and sets what people decide about it.',
    input: object({
      device_id: uuid(),
      is_default_label_printer: optional(flag()),
      backlog_minutes: optional(nullable(backlogMinutes()), limitWords),
    }),
    result: object({ id: uuid() }),
  }),
  decideBacklog: defineCommand({
    name: 'printing.decide_backlog',
    runs: 'inline',
    summary: 'Says what becomes of the labels a printer found waiting: print them, or cancel the old ones.',
    input: object({
      device_id: uuid(),
      ...backlogChoice,
    }),
    result: backlogOutcome,
  }),
  updatePrintSettings: defineCommand({
    name: 'printing.update_print_settings',
    runs: 'inline',
    summary: 'Replaces the limits of warehouses, or how long labels live by kind; a list not given stays.',
    input: object({
      warehouses: optional(
        list(warehouseLimit(), { max: printSettingsMax }),
        'For printers of these warehouses that have no backlog_minutes of their own.',
      ),
      kinds: optional(
        list(kindLife(), { max: printSettingsMax }),
        'How long labels of these kinds are worth printing.',
      ),
    }),
    result: object({}),
  }),
};
