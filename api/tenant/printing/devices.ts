/** The device ledger: what the hubs report, and people's choice of the default label printer. */
import { findDevice, listDevices, type Backlog, type DeviceRow } from '../../../db/printing/devices.read.ts';
import { printerLanguages } from '../../../domain/printing/label-types.ts';
import { isOnline } from '../../../domain/printing/print-job-states.ts';
import { readPrintSettings } from '../../../db/printing/print-settings.read.ts';
import {
  backlogMinutes,
  deviceCommands,
  kindLife,
  limitWords,
  warehouseLimit,
} from '../../../queues/printing/devices.ts';
import {
  choice,
  described,
  flag,
  instant,
  integer,
  listOf,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { oneOf, pageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const deviceView = object({
  id: uuid(),
  name: text(200),
  model: nullable(text(200)),
  device_type: text(40),
  connection: text(40),
  address: text(300),
  is_default_label_printer: flag(),
  status: text(40),
  last_seen_at: nullable(instant()),
  hub_id: uuid(),
  hub_name: text(100),
  warehouse_id: nullable(uuid()),
  warehouse_name: nullable(text(200)),
  created_at: instant(),
  takes: described(
    listOf(choice(...printerLanguages)),
    'What the printer takes, as said on the page of its hub.',
  ),
  backlog_minutes: nullable(backlogMinutes(), limitWords),
  backlog: nullable(
    object({
      labels: described(integer({ min: 0, max: 10_000 }), 'How many wait, counted up to ten thousand.'),
      old_labels: integer({ min: 0, max: 10_000 }),
      oldest_queued_at: instant(),
      asked_at: instant(),
    }),
    'What the printer found waiting when it came back. While this is not null it prints nothing: somebody has to say what becomes of the labels.',
  ),
  online: described(flag(), 'last_seen_at is within the last 2 minutes.'),
});

const showDevice = (row: DeviceRow) =>
  present(deviceView, {
    ...row,
    backlog: row.backlog && { ...row.backlog, ...momentsOf(row.backlog) },
    online: isOnline(row.last_seen_at),
  });

/** As Postgres writes them into JSON, they have an offset. */
const momentsOf = ({ oldest_queued_at: oldest, asked_at: asked }: Backlog) => ({
  oldest_queued_at: new Date(oldest).toISOString(),
  asked_at: new Date(asked).toISOString(),
});

const device = oneOf('print device', findDevice, showDevice);

const settingsView = object({
  warehouses: described(
    listOf(warehouseLimit()),
    'For their printers that have no backlog_minutes of their own; 60 for a warehouse that is not listed.',
  ),
  kinds: described(listOf(kindLife()), 'Labels of a kind that is not listed do not expire.'),
});

export const deviceEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/wms/print-devices',
    summary: 'The device ledger, maintained by the hubs',
    permission: 'wms.print.view',
    query: pagedQuery({ warehouse_id: uuid(), hub_id: uuid() }),
    returns: deviceView,
    run: pageOf(listDevices, showDevice),
  }),
  command({
    method: 'PATCH',
    path: '/api/wms/print-devices/{id}',
    summary: 'Make a printer the default of its warehouse, or set how old a backlog it prints unasked',
    description: 'When it becomes the default, jobs waiting for one are dispatched at once.',
    permission: 'wms.print.devices',
    command: deviceCommands.updateDevice,
    pathToInput: { id: 'device_id' },
    respondWith: device,
    returns: deviceView,
  }),
  command({
    path: '/api/wms/print-devices/{id}/backlog',
    summary: 'Say what becomes of the labels a printer found waiting',
    description:
      'A printer that comes back after longer than its limit, and finds labels older than that, prints nothing until somebody has said so here, in the print center or on the page of its hub. Said once: 409 NO_BACKLOG afterwards.',
    permission: 'wms.print.create',
    command: deviceCommands.decideBacklog,
    pathToInput: { id: 'device_id' },
    returns: deviceCommands.decideBacklog.result,
  }),
  query({
    path: '/api/wms/print-settings',
    summary: 'When printers ask about their backlog, and how long labels are worth printing',
    permission: 'wms.print.view',
    returns: settingsView,
    run: async ({ tx }) => present(settingsView, await readPrintSettings(tx)),
  }),
  command({
    method: 'PATCH',
    path: '/api/wms/print-settings',
    summary: 'Change when printers ask about their backlog, and how long labels are worth printing',
    description: 'A list given replaces the one there is. What is queued already keeps its expires_at.',
    permission: 'wms.print.devices',
    command: deviceCommands.updatePrintSettings,
    respondWith: async ({ tx }) => present(settingsView, await readPrintSettings(tx)),
    returns: settingsView,
  }),
];
