/** What to scan, in which order, to do a piece of work: each step in words for a person and as a code for the scanner. */
import { decimal } from '../decimal.ts';

export const scans = [
  'document',
  'location',
  'license_plate',
  'item',
  'lot',
  'serial',
  'expiry_date',
  'quantity',
  'stock_status',
  'position',
  'cart',
  'zone',
] as const;

/** What a scan may read besides the code; of an item, `uom` is the unit that was scanned, null the base unit. */
export interface ScannedCode {
  barcode: string;
  uom: string | null;
}

export interface WorkStep {
  scan: (typeof scans)[number];
  /** What the scan has to read; null where the person finds out. */
  code: string | null;
  barcodes?: readonly ScannedCode[];
  qty: string | null;
  say: string;
}

const at = (code: string, say: string): WorkStep => ({ scan: 'location', code, qty: null, say });
/** A place in words, with how high up it is where that is known. */
const placed = (code: string, level: number | null = null): string =>
  level === null ? code : `${code}, level ${level}`;
const found = (scan: WorkStep['scan'], say: string): WorkStep => ({ scan, code: null, qty: null, say });

export interface CarriedGoods {
  from_location: string;
  /** How high up; null or absent where nobody said. */
  from_level?: number | null;
  lpn: string | null;
  sku: string | null;
  item_name?: string | null;
  barcodes?: readonly ScannedCode[];
  serial_tracked?: boolean;
  /** Absent: available. */
  stock_status?: string;
  lot_no: string;
  qty: string;
}

/** Goods taken out of a place: the place, the license plate, the goods. */
function taking({ from_location: from, from_level: level, lpn, ...goods }: CarriedGoods): WorkStep[] {
  const steps = [at(from, `Go to ${placed(from, level)}.`)];
  if (lpn) steps.push({ scan: 'license_plate', code: lpn, qty: null, say: `Find the license plate ${lpn}.` });
  return [...steps, ...telling(goods)];
}

type Told = Omit<CarriedGoods, 'from_location' | 'from_level' | 'lpn'>;

/** Which goods: the item, its lot, how many. */
function telling({ sku, item_name: name, lot_no: lot, qty, ...more }: Told): WorkStep[] {
  const steps: WorkStep[] = [];
  if (sku) {
    const named = [sku, name, conditionOf[more.stock_status ?? '']].filter(Boolean).join(', ');
    steps.push({ scan: 'item', code: sku, barcodes: more.barcodes ?? [], qty: null, say: `Take ${named}.` });
  }
  if (sku && lot) steps.push({ scan: 'lot', code: lot, qty: null, say: `It is of lot ${lot}.` });
  steps.push({ scan: 'quantity', code: null, qty, say: `Take ${plain(qty)}.` });
  if (more.serial_tracked)
    steps.push({ scan: 'serial', code: null, qty, say: 'Scan the serial number of each.' });
  return steps;
}

/** Beside good ones of the same item these are to be told apart. */
const conditionOf: Readonly<Record<string, string>> = { damaged: 'damaged', hold: 'on hold' };

export interface PickedGoods extends CarriedGoods {
  position: string | null;
  /** Planned cartons that stand there. */
  ssccs: readonly string[];
  is_taken: boolean;
}

/** In a pick job the goods go into the position of their shipment; what a batch has in hand is not taken again. */
export function stepsOfPick({ position, ssccs, is_taken: isTaken, ...goods }: PickedGoods): WorkStep[] {
  const steps = isTaken ? telling(goods) : taking(goods);
  if (position === null) return steps;
  const barcodes = ssccs.map((barcode) => ({ barcode, uom: null }));
  return [
    ...steps,
    { scan: 'position', code: position, barcodes, qty: null, say: `Put it into ${position}.` },
  ];
}

/** The cart of a job that was begun by somebody else. */
export const stepOfCart = (cart: string): WorkStep => ({
  scan: 'cart',
  code: cart,
  qty: null,
  say: `Go on with ${cart}.`,
});

/** A job that has nothing left in its zone. */
export const stepOfZone = (cart: string, zone: string): WorkStep => ({
  scan: 'zone',
  code: zone,
  qty: null,
  say: `Bring ${cart} to zone ${zone}.`,
});

interface Destination {
  to_location: string;
  to_level?: number | null;
}

const putting = ({ to_location: to, to_level: level }: Destination): WorkStep =>
  at(to, `Put it at ${placed(to, level)}.`);

export const stepsOfCarrying = (goods: CarriedGoods & Destination): WorkStep[] => [
  ...taking(goods),
  putting(goods),
];

/** A license plate goes whole: nothing on it is scanned. */
export function stepsOfPlate(
  {
    from_location: from,
    from_level: level,
    ...to
  }: Pick<CarriedGoods, 'from_location' | 'from_level'> & Destination,
  lpn: string,
): WorkStep[] {
  return [
    at(from, `Go to ${placed(from, level)}.`),
    { scan: 'license_plate', code: lpn, qty: null, say: `Take the license plate ${lpn} whole.` },
    putting(to),
  ];
}

export const namedMax = 5;

/** The first of them, and how many there are besides. */
function named(skus: readonly string[], count = skus.length): string {
  const more = count > namedMax ? [`${count - namedMax} more`] : [];
  return [...skus.slice(0, namedMax), ...more].join(', ');
}

const statuses = ['available', 'hold', 'damaged'] as const;

/**
 * Place by place. What is expected there is not said, because the count may be blind; which items were asked for is: `skus`
 * is empty where everything is counted.
 */
export function stepsOfCount(locations: readonly string[], skus: readonly string[]): WorkStep[] {
  const wanted = skus.length === 0 ? 'each item that is there' : `what is there of ${named(skus)}`;
  return locations.flatMap((location) => [
    at(location, `Go to ${location}.`),
    found('item', `Scan ${wanted}.`),
    found('lot', 'Scan its lot, if it has one.'),
    {
      ...found('stock_status', 'Say which, if good, held and damaged ones of it lie beside each other.'),
      barcodes: statuses.map((barcode) => ({ barcode, uom: null })),
    },
    found('quantity', 'Enter how many you count.'),
    found('serial', 'Scan its serial numbers, if it has them.'),
  ]);
}

/** The first of what is to come yet, and of how many; empty where nobody knows. */
interface ToReceive {
  skus: readonly string[];
  count: number;
}

export function stepsOfReceiving(receiptNo: string, { skus, count }: ToReceive): WorkStep[] {
  const expected = skus.length === 0 ? '' : `: ${named(skus, count)}`;
  return [
    { scan: 'document', code: receiptNo, qty: null, say: `Receive ${receiptNo}.` },
    found('item', `Scan each item as it comes in${expected}.`),
    found('lot', 'Scan its lot, if it has one.'),
    found('expiry_date', 'Scan or enter its expiry date, if it expires.'),
    found('quantity', 'Enter how many came, in the unit of the barcode; by SKU, in the base unit.'),
    found('serial', 'Scan its serial numbers, if it has them.'),
    found('location', 'Scan where you put it.'),
  ];
}

const plain = (qty: string): string => decimal(qty).toString();
