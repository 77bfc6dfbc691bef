import { isReady } from '../../domain/printing/printer-state.ts';
import { statusWord } from '../devices/printer-watch.ts';
import { takesOf, type Device } from '../devices/device.ts';
import type { PrintStation } from '../jobs/print-station.ts';
import type { LedgerDevice, LedgerRow } from './relay-channel.ts';

/** What the ledger has to know about each registered printer. */
export function ledgerRows(station: PrintStation): LedgerRow[] {
  return station.book.registered.map((device) => ({
    ...ledgerDevice(station, device.id),
    name: device.name,
    model: device.model,
    device_type: 'label_printer',
    takes: takesOf(device),
    connection: device.connection,
    address: device.address,
    is_default_label_printer: device.is_default,
  }));
}

/** Which printers answered, for the heartbeat. */
export function ledgerDevices(station: PrintStation): LedgerDevice[] {
  return station.book.registered.map(({ id }) => ledgerDevice(station, id));
}

/** Printers that could take a job right now. */
export function takableDevices(station: PrintStation): string[] {
  const isTakable = (id: string) => {
    const { reachable, state } = station.watch.last(id);
    return station.lanes.isIdle(id) && reachable === true && isReady(state) !== false;
  };
  return station.book.registered.map(({ id }) => id).filter(isTakable);
}

/** Checks every idle printer; a busy one has just been seen. */
export function lookAtPrinters(station: PrintStation): Promise<void> {
  return lookAt(station, station.book.registered);
}

/**
 * Checks only printers that report their state. Checking the others would hold up their own jobs, since it means
 * waiting for an answer that does not come.
 */
export function lookAtTellers(station: PrintStation): Promise<void> {
  return lookAt(
    station,
    station.book.registered.filter(({ id }) => station.watch.tells(id)),
  );
}

async function lookAt(station: PrintStation, devices: readonly Device[]): Promise<void> {
  const free = devices.filter(({ id }) => station.lanes.isFree(id));
  await Promise.allSettled(
    free.map((device) => station.lanes.look(device.id, () => station.watch.look(device))),
  );
}

function ledgerDevice(station: PrintStation, device_id: string): LedgerDevice {
  const sighting = station.watch.last(device_id);
  const isBusy = !station.lanes.isIdle(device_id) && sighting.reachable === true;
  const word = statusWord(sighting);
  return { device_id, reachable: sighting.reachable, status: isBusy && word === 'ready' ? 'busy' : word };
}
