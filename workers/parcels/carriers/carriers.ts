/** The adapters. */
import type { Adapter } from '../../../domain/parcels/carriers.ts';
import type { Carrier } from './carrier.ts';
import { easypostCarrier } from './easypost-carrier.ts';
import { genericCarrier } from './generic-carrier.ts';
import { karrioCarrier } from './karrio-carrier.ts';
import { shipengineCarrier } from './shipengine-carrier.ts';

export const carriers: Readonly<Record<Adapter, Carrier>> = {
  generic: genericCarrier,
  easypost: easypostCarrier,
  karrio: karrioCarrier,
  shipengine: shipengineCarrier,
};
