/** The device ledger: what the hubs report, and people's choice of the default label printer. */
import { findDevice, listDevices, type DeviceRow } from '../../../db/printing/devices.read.ts';
import { isOnline } from '../../../domain/printing/print-job-states.ts';
import { deviceCommands } from '../../../queues/printing/devices.ts';
import { described, flag, instant, nullable, object, text, uuid } from '../../../queues/schema.ts';
import { command, list, type Endpoint } from '../../http/endpoint.ts';
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
  online: described(flag(), 'last_seen_at is within the last 2 minutes.'),
});

const showDevice = (row: DeviceRow) => present(deviceView, { ...row, online: isOnline(row.last_seen_at) });

const device = oneOf('print device', findDevice, showDevice);

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
    summary: 'Make a printer the default label printer of its warehouse, or stop it being the default',
    description: 'Jobs waiting for a default printer are dispatched at once.',
    permission: 'wms.print.devices',
    command: deviceCommands.setDefaultDevice,
    pathToInput: { id: 'device_id' },
    respondWith: device,
    returns: deviceView,
  }),
];
