/**
 * The labels the platform creates by itself, as the gallery shows them and with the longest text their fields can hold.
 */
import { palletLabel } from '../../domain/printing/labels.ts';
import { returnLabel } from '../../domain/returns/return-label.ts';
import { cartonLabel, packingLabel } from '../../domain/shipping/shipping-label.ts';

export interface ShownLabel {
  name: string;
  words: string;
  zpl: string;
  /** What a person must be able to read on it. */
  says: readonly string[];
  /** What a scanner must be able to read. */
  codes: readonly string[];
}

const sscc = '040123450000000017';
const shipTo = ['Ada Lovelace', '1 Main Street', 'Denver, CO 80638', 'United States'];
const shipmentNo = 'SHP-20261122-0004';

const pallet = {
  lpn: 'PAL-20261122-0007',
  sscc,
  receipt_no: 'RCPT-20261122-0001',
  day: '2026-11-22',
};
const mug = {
  sku: 'MUG-BLUE',
  item_name: 'Blue mug',
  uom: 'EA',
  qty: '480',
  lot_no: 'L-2026-11',
  expiry_date: '2028-11-01',
};
const packing = {
  shipment_no: shipmentNo,
  order_no: 'SO-20261122-0009',
  carton_count: 3,
  unit_qty: '91',
  ship_to: shipTo,
};

/** Those in docs/gallery, under the names of their pictures. */
export const galleryLabels: readonly ShownLabel[] = [
  {
    name: 'label-pallet',
    words: 'The label of a pallet: quantity, lot, dates, license plate, SSCC',
    zpl: palletLabel({ ...pallet, contents: [mug] }),
    says: [
      'MUG-BLUE',
      'Blue mug',
      'QTY 480 EA',
      'LOT L-2026-11',
      'EXP 2028-11-01',
      'RCPT-20261122-0001   received 2026-11-22',
      pallet.lpn,
      `SSCC (00) ${sscc}`,
    ],
    codes: [pallet.lpn, `(00)${sscc}`],
  },
  {
    name: 'label-packing-list',
    words: 'The packing list as a label: its items, and how many more there are',
    zpl: packingLabel({
      ...packing,
      items: Array.from({ length: 13 }, (_, at) => ({
        sku: `MUG-${at + 1}`,
        item_name: `Mug no. ${at + 1}`,
        lot_no: at === 0 ? 'L-1' : '',
        qty: String(at + 1),
        uom: 'EA',
      })),
    }),
    says: [
      'PACKING LIST',
      'Order SO-20261122-0009',
      shipmentNo,
      ...shipTo,
      'MUG-1',
      'Mug no. 1  lot L-1',
      'MUG-10',
      '10 EA',
      'and 3 more lines: see the packing list',
      '3 cartons, 13 lines, 91 units',
    ],
    codes: [shipmentNo],
  },
  {
    name: 'label-carton',
    words: 'The label of a carton with its SSCC',
    zpl: cartonLabel({ shipment_no: shipmentNo, carton_no: 1, sscc, ship_to: shipTo }),
    says: ['SHIP TO', ...shipTo, `${shipmentNo}  carton 1`, `(00) ${sscc}`],
    codes: [`(00)${sscc}`],
  },
];

const wide = (length: number): string => 'WM'.repeat(length).slice(0, length);
const endless = { ...mug, sku: wide(100), item_name: wide(300), qty: '999999999.999999', lot_no: wide(100) };

/** The same with the widest letters, as many as the platform's fields allow. */
export const fullLabels: readonly ShownLabel[] = [
  {
    name: 'a return',
    words: '',
    zpl: returnLabel({
      return_no: 'RMA-20261122-0001',
      order_no: wide(64),
      merchant: wide(200),
      to: Array.from({ length: 7 }, () => wide(80)),
    }),
    says: ['RETURN TO', wide(80), 'RMA-20261122-0001'],
    codes: ['RMA-20261122-0001'],
  },
  {
    name: 'a pallet of one item',
    words: '',
    zpl: palletLabel({ ...pallet, lpn: wide(64), contents: [{ ...endless, uom: wide(16) }] }),
    says: [wide(64), 'EXP 2028-11-01'],
    codes: [`(00)${sscc}`],
  },
  {
    name: 'a pallet of many items',
    words: '',
    zpl: palletLabel({ ...pallet, lpn: wide(30), contents: Array.from({ length: 9 }, () => endless) }),
    says: ['and 6 more items', wide(30)],
    codes: [wide(30), `(00)${sscc}`],
  },
  {
    name: 'a packing list',
    words: '',
    zpl: packingLabel({
      ...packing,
      order_no: wide(40),
      ship_to: Array.from({ length: 7 }, () => wide(100)),
      items: Array.from({ length: 11 }, () => ({ ...endless, uom: wide(16) })),
    }),
    says: ['3 cartons, 11 lines, 91 units'],
    codes: [shipmentNo],
  },
  {
    name: 'a carton without a number of GS1',
    words: '',
    zpl: cartonLabel({
      shipment_no: shipmentNo,
      carton_no: 99_999,
      sscc: '000000000000000017',
      ship_to: Array.from({ length: 7 }, () => wide(100)),
    }),
    says: ['Carton number 000000000000000017'],
    codes: ['000000000000000017'],
  },
];
