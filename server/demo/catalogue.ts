/** The locations, yard spots and items every demo organization starts with: one of each kind the validation rules know. */
const storage = ['A-01-01', 'A-01-02', 'A-02-01', 'A-02-02', 'B-01-01', 'B-01-02'];

export const demoLocations = [
  { code: 'DOCK-1', type: 'dock', zone: 'DOCK', pick_sequence: 0 },
  { code: 'STAGE-1', type: 'staging', zone: 'STAGE', pick_sequence: 0 },
  { code: 'XDOCK-1', type: 'cross_dock', zone: 'XDOCK', pick_sequence: 0 },
  { code: 'TRANSIT-1', type: 'transit', zone: 'TRANSIT', pick_sequence: 0 },
  ...storage.map((code, index) => ({ code, type: 'storage', zone: code[0]!, pick_sequence: 10 + index })),
  { code: 'P-01', type: 'pick', zone: 'P', pick_sequence: 1 },
];

export const demoSpots = [
  { code: 'DOOR-1', kind: 'door', sequence: 1 },
  { code: 'DOOR-2', kind: 'door', sequence: 2 },
  { code: 'YARD-1', kind: 'parking', sequence: 3 },
  { code: 'YARD-2', kind: 'parking', sequence: 4 },
];

const parcel = { weight_kg: 0.4, volume_cbm: 0.002, units_per_carton: 12, units_per_pallet: 480 };

export const demoItems = [
  { sku: 'MUG-BLUE', name: 'Blue mug', ...parcel },
  { sku: 'MUG-RED', name: 'Red mug', ...parcel },
  {
    sku: 'TEA-GREEN',
    name: 'Green tea, by lot and expiry',
    lot_tracked: true,
    expiry_tracked: true,
    min_remaining_life_days: 30,
    ...parcel,
  },
  { sku: 'PAINT-WHITE', name: 'White paint, by lot', lot_tracked: true, ...parcel },
  { sku: 'CAM-PRO', name: 'Camera, by serial number', serial_tracked: true, ...parcel },
  { sku: 'HEADSET-QC', name: 'Headset, held for inspection', qc_hold: true, ...parcel },
];
