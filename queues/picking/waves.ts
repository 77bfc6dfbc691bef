/** Commands of waves. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { defineCommand } from '../engine/define-command.ts';
import { choice, flag, instant, list, object, optional, uuid } from '../schema.ts';

const wave = { wave_id: uuid() };
const shipmentIds = () => list(uuid(), { min: 1, max: 500 });
const result = object({ id: uuid() });

export const waveCommands = {
  openWave: defineCommand({
    name: 'wms.open_wave',
    runs: 'inline',
    summary:
      'Opens a wave: of just the shipment_ids when given, else the open wave of the warehouse, ship mode and cutoff, which collects every shipment at commit.',
    input: object({
      warehouse_id: uuid(),
      ship_mode: choice(...shipModes),
      shipment_ids: optional(shipmentIds(), 'A wave of these alone; they leave the open wave they are in.'),
      cutoff: optional(
        instant(),
        'Shipments committed after this time go to a later wave. Default: no cutoff.',
      ),
    }),
    result: object({ id: uuid(), existing: flag() }),
  }),
  addWaveShipments: defineCommand({
    name: 'wms.add_wave_shipments',
    runs: 'inline',
    summary: 'Adds shipments to an open wave.',
    input: object({ ...wave, shipment_ids: shipmentIds() }),
    result,
  }),
  removeWaveShipments: defineCommand({
    name: 'wms.remove_wave_shipments',
    runs: 'inline',
    summary: 'Removes shipments from an open wave.',
    input: object({ ...wave, shipment_ids: shipmentIds() }),
    result,
  }),
  releaseWave: defineCommand({
    name: 'wms.release_wave',
    runs: 'inventory',
    summary:
      'Creates the pick tasks of a wave by zone and pick sequence; shipments that cannot be picked are left out, each with a reason.',
    input: object(wave),
    result,
  }),
  cancelWave: defineCommand({
    name: 'wms.cancel_wave',
    runs: 'inventory',
    summary: 'Cancels a wave and its open pick tasks; its shipments are free for another wave.',
    input: object(wave),
    result,
  }),
};
