import Joi from 'joi';
import { isReady, type PrinterState } from '../../domain/printing/printer-state.ts';
import type { Device } from '../devices/device.ts';
import type { Registration } from '../devices/device-book.ts';
import { printerLanguages } from '../../domain/printing/label-types.ts';
import { HubError } from '../hub-error.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { FinishedJob } from '../jobs/print-station.ts';
import type { JobResult } from '../state/journal-entry.ts';
import { defineAction } from './action.ts';
import { uuidParam } from './uuid-param.ts';

const deviceId = uuidParam().required();

/** "printer.list | | { printers } each with id, name, model, connection" */
export const printerList = defineAction({
  auth: 'token',
  params: Joi.object({}),
  run: (hub) => ({ printers: hub.book.all.map((device) => presentDevice(hub, device)) }),
});

/** "printer.discover | | starts a USB and network (mDNS) scan; results arrive as printer.discovered events" */
export const printerDiscover = defineAction({
  auth: 'token',
  params: Joi.object({}),
  run: (hub, _params, caller) => ({
    scan_id: hub.discovery.start({
      found: (scan_id, device) =>
        caller.push('printer.discovered', { scan_id, device_id: device.id, ...presentFound(device) }),
      completed: (scan_id, found, errors) =>
        caller.push('printer.discovery_completed', { scan_id, found, errors }),
    }),
  }),
});

interface PrintParams {
  device_id: string;
  data: string;
  copies: number;
  client_job_id?: string;
}

/** "printer.print | device_id, data (ZPL text), copies | { job_id }; the end arrives as a print.job_completed event" */
export const printerPrint = defineAction({
  auth: 'token',
  params: Joi.object({
    device_id: deviceId,
    data: Joi.string().required(),
    // The specification names no default here; the print job's default is 1.
    copies: Joi.number().integer().min(1).max(1_000).default(1),
    client_job_id: Joi.string().max(200),
  }),
  async run(hub, { device_id, data, copies, client_job_id }: PrintParams, caller) {
    // Programs without an origin are told apart by their pairing: two may count from 1.
    const program = caller.origin ?? caller.tokenId;
    const clientKey = client_job_id === undefined ? null : `${program} ${client_job_id}`;
    const { job_id, earlier } = await hub.jobs.accept(
      device_id,
      { zpl: data, copies },
      clientKey,
      caller.tokenId ?? '',
    );
    if (earlier?.result) {
      caller.push('print.job_completed', presentResult(job_id, device_id, earlier.copies, earlier.result));
    }
    return { job_id };
  },
});

/** "printer.status | device_id | real-time printer state (out of paper, out of ribbon, cover open)" */
export const printerStatus = defineAction({
  auth: 'token',
  params: Joi.object({ device_id: deviceId }),
  async run(hub, { device_id }: { device_id: string }) {
    const device = hub.book.get(device_id);
    const state = await currentState(hub, device);
    return { device_id, online: true, ready: isReady(state), ...state };
  },
});

/**
 * A label being printed keeps its printer to itself; in that case what the printer reported during the print counts
 * while it is fresh.
 */
const freshMs = 5_000;

async function currentState(hub: HubDeps, device: Device): Promise<PrinterState> {
  const { state, at, reachable } = hub.watch.last(device.id);
  if (!hub.lanes.isIdle(device.id) && reachable && Date.now() - at < freshMs) return state;
  const looking = hub.lanes.look(device.id, () => hub.watch.look(device));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new HubError(
      'STATUS_TIMEOUT',
      `${device.name} is busy and did not report its status in time`,
    );
    timer = setTimeout(() => reject(error), hub.station.timings.requestMs);
  });
  return Promise.race([looking, late]).finally(() => clearTimeout(timer));
}

interface RegisterParams extends Registration {
  device_id: string;
}

/** "device.register | device_id, name, is_default | registers a discovered device and reports it to the cloud ledger" */
export const deviceRegister = defineAction({
  auth: 'token',
  params: Joi.object({
    device_id: deviceId,
    // The specification does not require any field: a missing one leaves the printer's value as it is.
    name: Joi.string().trim().min(1).max(100),
    is_default: Joi.boolean(),
    // Beyond the specification: a serial printer cannot be reached without the right line settings.
    serial: Joi.object({
      baud_rate: Joi.number().valid(1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200),
      flow_control: Joi.string().valid('xon_xoff', 'rts_cts', 'none'),
    }),
    takes: Joi.array()
      .items(Joi.string().valid(...printerLanguages))
      .min(1)
      .unique(),
  }),
  async run(hub, { device_id, ...registration }: RegisterParams) {
    return presentDevice(hub, await hub.book.register(device_id, registration));
  },
});

function presentDevice(hub: HubDeps, device: Device) {
  const { is_default, registered } = device;
  return { ...presentFound(device), is_default, registered, online: hub.watch.last(device.id).reachable };
}

function presentFound({
  id,
  name,
  model,
  manufacturer,
  serial_number,
  connection,
  address,
  registered,
}: Device) {
  return { id, name, model, manufacturer, serial_number, connection, address, registered };
}

/** The payload of `print.job_completed`. */
export function presentFinished(job: FinishedJob) {
  return presentResult(job.key, job.device_id, job.label.copies, job);
}

function presentResult(job_id: string, device_id: string, copies: number, result: JobResult) {
  const { status, error, bytes, verified, duration_ms } = result;
  return { job_id, device_id, status, error, copies, bytes, verified, duration_ms };
}
