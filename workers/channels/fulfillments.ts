/**
 * A shipment as a storefront keeps it, its fulfillment: what is told of it, and which of those the store has it is. Each
 * parcel has its own number; the first is told by itself as well, for stores that show one.
 */
import { isDeepStrictEqual } from 'node:util';
import type { OtherShipment } from '../../db/channels/other-shipments.read.ts';
import { cutText } from '../../domain/cut-text.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { idText } from '../../domain/integration/exact-json.ts';
import type { Says } from './storefront.ts';

type Facts = Record<string, unknown>;
interface SoldLine {
  sku: string;
  qty: number;
}
interface Package {
  sscc?: string;
  carrier_code?: string;
  service_code?: string;
  tracking_no: string;
  tracking_url?: string;
}

const packagesOf = (wanted: Facts): readonly Package[] =>
  (wanted['packages'] as readonly Package[] | undefined) ?? [];

/** The shipment's own, which may have been typed, and its parcels'. */
function numbersOf(wanted: Facts): string[] {
  const all = [wanted['tracking_no'], ...packagesOf(wanted).map(({ tracking_no: no }) => no)];
  return [...new Set(all.filter((one): one is string => typeof one === 'string' && one !== ''))];
}

export function fulfillmentOf(wanted: Facts): object {
  return {
    fulfillment: {
      ...trackingOf(wanted),
      shipped_at: wanted['shipped_at'],
      line_items: linesOf(wanted).map(({ sku, qty }) => ({ sku, quantity: qty })),
    },
  };
}

const linesOf = (wanted: Facts): readonly SoldLine[] => wanted['lines'] as readonly SoldLine[];

export function trackingOf(wanted: Facts): object {
  const packages = packagesOf(wanted);
  const urls = packages.flatMap(({ tracking_url: url }) => url ?? []);
  const first = packages.find(({ tracking_no: no }) => no === wanted['tracking_no']);
  return {
    reference: wanted['shipment_no'],
    tracking_number: wanted['tracking_no'],
    tracking_company: wanted['carrier_code'],
    service: wanted['service_code'],
    tracking_url: first?.tracking_url ?? null,
    tracking_numbers: numbersOf(wanted),
    tracking_urls: urls,
    packages: packages.map((one) => ({
      sscc: one.sscc ?? null,
      tracking_number: one.tracking_no,
      tracking_company: one.carrier_code ?? null,
      service: one.service_code ?? null,
      tracking_url: one.tracking_url ?? null,
    })),
  };
}

/**
 * By our reference, the id it said, or a parcel's number; and, as a person may have entered it without any, by its units.
 * What stands for another shipment of the order is not this one.
 */
export function isOurFulfillment(
  fulfillment: Facts,
  { wanted, said, others = [] }: { wanted: Facts; said?: Says; others?: readonly OtherShipment[] },
): boolean {
  const { reference, status } = fulfillment;
  if (status === 'cancelled') return false;
  if (reference === wanted['shipment_no']) return true;
  const id = idText(fulfillment['id']);
  const isOther = others.some(
    ({ shipment_no: no, fulfillment_id: of }) => no === reference || (of !== null && of === id),
  );
  if (isOther) return false;
  if (id !== undefined && id === said?.['fulfillment_id']) return true;
  const shown = numbersShown(fulfillment);
  if (shown.length > 0) return numbersOf(wanted).some((no) => shown.includes(no));
  return typeof reference !== 'string' && isOfUnits(fulfillment['line_items'], linesOf(wanted));
}

function numbersShown({ tracking_number: one, tracking_numbers: all }: Facts): string[] {
  const listed: unknown[] = [one, ...(Array.isArray(all) ? all : [])];
  return listed.filter((no): no is string => typeof no === 'string' && no !== '');
}

/** Whether its items are these units, however many lines they are on. */
function isOfUnits(items: unknown, lines: readonly SoldLine[]): boolean {
  if (!Array.isArray(items) || items.length === 0) return false;
  const listed = (items as readonly Facts[]).map((one) => ({ sku: one?.['sku'], qty: one?.['quantity'] }));
  const isReadable = (one: (typeof listed)[number]): one is SoldLine =>
    typeof one.sku === 'string' && Number.isFinite(one.qty);
  return listed.every(isReadable) && isDeepStrictEqual(unitsOf(listed), unitsOf(lines));
}

const unitsOf = (lines: readonly SoldLine[]): string[] =>
  [...groupBy(lines, ({ sku }) => sku)]
    .map(([sku, same]) => `${sum(same.map(({ qty }) => decimal(qty))).toFixed()} ${sku}`)
    .toSorted();

// Of a list of more nothing is kept: what it lacks would not be seen.
const numbersKept = 1_000;

/** What we keep of a fulfillment. */
export function fulfillmentSays(fulfillment: unknown): Says {
  const { id, tracking_number: tracking, tracking_numbers: all } = (fulfillment as Says) ?? {};
  const listed = Array.isArray(all) ? all.filter((no): no is string => typeof no === 'string') : undefined;
  const isKept = listed !== undefined && listed.length <= numbersKept;
  return {
    fulfillment_id: idText(id) ?? null,
    tracking_no: typeof tracking === 'string' ? cutText(tracking, 200) : null,
    ...(isKept ? { tracking_nos: listed.map((no) => cutText(no, 200)) } : {}),
  };
}

/** Whether the store shows other numbers than are wanted; of one that lists none, whether there are more than it can show. */
export function isTrackedOtherwise(known: Says, wanted: Facts): boolean {
  if (known?.['tracking_no'] !== wanted['tracking_no']) return true;
  const numbers = numbersOf(wanted);
  const shown = known?.['tracking_nos'];
  if (!Array.isArray(shown)) return numbers.length > 1;
  return !isDeepStrictEqual(numbers.toSorted(), (shown as string[]).toSorted());
}
