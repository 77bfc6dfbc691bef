/**
 * What crosses a customs border is declared: what it is, whence it comes, what it is worth, and who pays the duties. A
 * declaration is of a whole shipment; each of its parcels is told to its carrier with its own part.
 */
import { cutText } from '../cut-text.ts';
import { decimal, least, zero, type Decimal } from '../decimal.ts';
import { currencyExponents } from '../money/currency.ts';
import { lineAmount } from '../money/money.ts';
import { Refusal } from '../refusal.ts';

export const contentsTypes = [
  'merchandise',
  'gift',
  'sample',
  'documents',
  'returned_goods',
  'other',
] as const;
export type ContentsType = (typeof contentsTypes)[number];

/** Incoterms 2020, as far as every carrier takes them. */
export const incoterms = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DDP'] as const;
export type Incoterm = (typeof incoterms)[number];

export const taxIdKinds = ['eori', 'vat', 'ioss', 'ein', 'tin'] as const;

export interface TaxId {
  of: 'sender' | 'recipient';
  kind: (typeof taxIdKinds)[number];
  number: string;
  country: string;
}

/** What is said of the whole of it. */
export interface CustomsTerms {
  contents: ContentsType;
  /** What they are, where contents is other. */
  contents_note: string | null;
  incoterm: Incoterm;
  /** What becomes of it where nobody takes it. */
  non_delivery: 'return' | 'abandon';
  currency: string;
  /** Who vouches for it. */
  signed_by: string;
  /** What the export was filed under, or is exempt by: an ITN, or "NOEEI 30.37(a)". */
  export_filing: string | null;
  tax_ids: readonly TaxId[];
}

export interface CustomsLine {
  line_no: number;
  item_id: string;
  sku: string;
  description: string;
  hs_code: string | null;
  origin_country: string;
  qty: string;
  unit_value: string;
  unit_weight_kg: string;
}

/** What a carrier is told of a parcel. */
export interface ParcelCustoms extends CustomsTerms {
  /** Null while it is asked for prices only. */
  declaration_id: string | null;
  invoice_no: string;
  invoice_date: string;
  lines: (Omit<CustomsLine, 'item_id' | 'line_no'> & { value: string; weight_kg: string })[];
}

// Countries that are one customs territory; goods between them are declared to nobody.
const unions = [
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
  ['US', 'PR'],
  ['CH', 'LI'],
];

/** Whether goods from one country to the other pass customs. */
export function crossesCustomsBorder(from: string, to: string): boolean {
  return from !== to && !unions.some((union) => union.includes(from) && union.includes(to));
}

/** What is known of a line of a shipment, before anybody declares it. */
export interface CustomsFacts {
  line_no: number;
  item_id: string;
  sku: string;
  name: string;
  qty: string;
  hs_code: string | null;
  origin_country: string | null;
  customs_description: string | null;
  customs_value: string | null;
  customs_currency: string | null;
  weight_kg: string | null;
  /** What its order sells one for. */
  price: string | null;
  order_currency: string | null;
}

/** What somebody says of an item, which counts before what the catalog and the order say. */
export interface GivenCustoms {
  description?: string | undefined;
  hs_code?: string | null | undefined;
  origin_country?: string | undefined;
  unit_value?: string | undefined;
  unit_weight_kg?: string | undefined;
}

/** The currency of its values: that of its order, else of what is known of its items. */
export const currencyOf = (facts: readonly CustomsFacts[]): string | null =>
  facts.find(({ order_currency: of }) => of !== null)?.order_currency ??
  facts.find(({ customs_currency: of }) => of !== null)?.customs_currency ??
  null;

type Missing = 'hs_code' | 'origin_country' | 'unit_value' | 'unit_weight_kg';

/** What was said of one line of it, where an item is on several. */
export const lineKey = ({ item_id: item, line_no: no }: Pick<CustomsLine, 'item_id' | 'line_no'>): string =>
  `${item} ${no}`;

/** The lines as they are declared; what is given is by item, or by `lineKey`. Refuses 422 CUSTOMS_INCOMPLETE with everything that is missing, by item. */
export function declaredLines(
  facts: readonly CustomsFacts[],
  given: ReadonlyMap<string, GivenCustoms>,
  { contents, currency }: { contents: ContentsType; currency: string | null },
): CustomsLine[] {
  const lines = facts.map((known) => {
    const said = given.get(lineKey(known)) ?? given.get(known.item_id) ?? {};
    return {
      line_no: known.line_no,
      item_id: known.item_id,
      sku: known.sku,
      description: said.description ?? known.customs_description ?? cutText(known.name, descriptionMax),
      hs_code: said.hs_code ?? known.hs_code,
      origin_country: said.origin_country ?? known.origin_country,
      qty: known.qty,
      unit_value: said.unit_value ?? priceOf(known, currency),
      unit_weight_kg: said.unit_weight_kg ?? weightOf(known),
    };
  });
  const items = lines.flatMap((line) => {
    const missing = (['hs_code', 'origin_country', 'unit_value', 'unit_weight_kg'] as const).filter(
      (name: Missing) => line[name] === null && !(name === 'hs_code' && contents === 'documents'),
    );
    return missing.length > 0 ? [{ item_id: line.item_id, sku: line.sku, missing }] : [];
  });
  if (items.length === 0) return lines as CustomsLine[];
  const says = items.slice(0, saidMax).map(({ sku, missing }) => `${sku} lacks ${missing.join(', ')}`);
  throw new Refusal(
    'CUSTOMS_INCOMPLETE',
    `The parcel crosses a border, and customs would not be told what they ask: ${says.join('; ')}.`,
    { items },
  );
}

const descriptionMax = 100;
// The rest is among the details.
const saidMax = 5;

function priceOf(known: CustomsFacts, currency: string | null): string | null {
  const isOf = (of: string | null, value: string | null): value is string =>
    of === currency && value !== null && decimal(value).gt(zero);
  if (isOf(known.order_currency, known.price)) return known.price;
  return isOf(known.customs_currency, known.customs_value) ? known.customs_value : null;
}

const weightOf = ({ weight_kg: kg }: CustomsFacts): string | null =>
  kg !== null && decimal(kg).gt(zero) ? kg : null;

/** Whether it still says what is sent: the same items, as many of each. */
export const isStillSo = (
  lines: readonly Pick<CustomsLine, 'line_no' | 'item_id' | 'qty'>[],
  facts: readonly CustomsFacts[],
): boolean =>
  lines.length === facts.length &&
  lines.every(({ line_no: no, item_id: item, qty }, at) => {
    const known = facts[at]!;
    return known.line_no === no && known.item_id === item && decimal(known.qty).eq(decimal(qty));
  });

/** What lies in one of several cartons, by item, and in those of lower numbers. */
export interface CartonGoods {
  before: ReadonlyMap<string, string>;
  here: ReadonlyMap<string, string>;
}

/**
 * The part of the lines that lies in a carton. Each line is filled from the cartons in their order, so that what its
 * parcels are told adds up to what was declared.
 */
export function partIn(lines: readonly CustomsLine[], { before, here }: CartonGoods): CustomsLine[] {
  const takenBefore = new Map([...before].map(([item, qty]) => [item, decimal(qty)]));
  const wanted = new Map([...here].map(([item, qty]) => [item, decimal(qty)]));
  return lines.flatMap((line) => {
    const taken = least(decimal(line.qty), takenBefore.get(line.item_id) ?? zero);
    takenBefore.set(line.item_id, (takenBefore.get(line.item_id) ?? zero).minus(taken));
    const qty = least(decimal(line.qty).minus(taken), wanted.get(line.item_id) ?? zero);
    wanted.set(line.item_id, (wanted.get(line.item_id) ?? zero).minus(qty));
    return qty.gt(zero) ? [{ ...line, qty: qty.toFixed() }] : [];
  });
}

/** What so many are worth, in whole units of the currency's smallest coin. */
export const valueOf = (
  { qty, unit_value: value }: Pick<CustomsLine, 'qty' | 'unit_value'>,
  currency: string,
): Decimal =>
  lineAmount(decimal(qty), decimal(value), {
    exponent: currencyExponents.get(currency) ?? 2,
    mode: 'half_up',
  });

/** What a parcel's carrier is told of these lines. */
export const toldLines = (lines: readonly CustomsLine[], currency: string): ParcelCustoms['lines'] =>
  lines.map(({ item_id: _item, line_no: _no, ...line }) => ({
    ...line,
    value: valueOf(line, currency).toFixed(),
    weight_kg: decimal(line.qty).times(decimal(line.unit_weight_kg)).toFixed(),
  }));
