import type { Action } from './action.ts';
import { hubCloudBind, hubInfo, hubPair } from './hub-actions.ts';
import {
  deviceRegister,
  printerDiscover,
  printerList,
  printerPrint,
  printerStatus,
} from './printer-actions.ts';

/** Every action of the local protocol. */
export const hubActions: Readonly<Record<string, Action>> = {
  'hub.info': hubInfo,
  'hub.pair': hubPair,
  'printer.list': printerList,
  'printer.discover': printerDiscover,
  'printer.print': printerPrint,
  'printer.status': printerStatus,
  'device.register': deviceRegister,
  'hub.cloud_bind': hubCloudBind,
};

/** What a web page that is not yet paired may request while a pairing code is valid. */
export const pairingActions: readonly string[] = ['hub.info', 'hub.pair'];
