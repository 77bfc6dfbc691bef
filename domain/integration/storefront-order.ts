/** Maps a storefront's order to our fields: exact decimals, ids as text, nothing that a column could not store. */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import { invalid, Refusal } from '../refusal.ts';
import { currencyExponents } from '../money/currency.ts';
import { withoutTax, type TaxedLine } from './contained-tax.ts';
import { idText } from './exact-json.ts';

export interface MappedLine {
  channel_sku: string;
  title: string;
  qty: string;
  price: string;
}

export interface MappedOrder {
  external_id: string;
  channel_order_no: string;
  currency: string | null;
  lines: MappedLine[];
  discount: string;
  shipping_fee: string;
  tax: string;
  ship_to: Record<string, string>;
  /** The order total as the storefront states it; null when it states none. */
  stated_total: string | null;
  has_address: boolean;
}

type Json = Record<string, unknown>;

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const asList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asObject) : []);

// NUL and lone surrogates: no column can store them, and they are not worth losing an order for.
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

// Line breaks and the like: a SKU with one could never be mapped, and an address is printed line by line.
const control = /\p{Cc}+/gu;

function text(value: unknown, max: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const line = String(value).replaceAll(unstorable, '').replaceAll(control, ' ').trim();
  // Cleaned again after the cut, which may have gone through the middle of a character.
  return line.slice(0, max).replaceAll(unstorable, '').trimEnd();
}

const exactAmount = /^\d{1,12}(\.\d{1,6})?$/;

function amount(value: unknown, path: string): Decimal {
  const written = text(value, 40);
  if (written === '') return zero;
  if (!exactAmount.test(written))
    throw new Refusal('VALIDATION_FAILED', `${path} is not an amount we can store exactly.`, [
      { path, code: 'amount', message: `${path} must be a decimal of at most six places` },
    ]);
  return decimal(written);
}

const linesMax = 1_000;
// As in an order somebody writes: one with more could be stored, and shown to nobody.
const lineNumberBelow = decimal('1000000000');

function lineAmount(value: unknown, path: string): Decimal {
  const read = amount(value, path);
  if (read.lt(lineNumberBelow)) return read;
  throw invalid(path, 'too_large', `${path} must be less than 1,000,000,000`);
}

/** Refuses 400 VALIDATION_FAILED with the field for a body that cannot be an order. */
export function mapStorefrontOrder(body: unknown): MappedOrder {
  const order = asObject(body);
  const externalId = idText(order['id']);
  if (!externalId)
    throw new Refusal('VALIDATION_FAILED', 'The order has no id.', [
      { path: 'id', code: 'required', message: 'id is required' },
    ]);
  const items = asList(order['line_items']);
  if (items.length > linesMax)
    throw new Refusal('VALIDATION_FAILED', `The order has more than ${linesMax} lines.`, [
      { path: 'line_items', code: 'too_many', message: `line_items must be at most ${linesMax}` },
    ]);
  const read = items.flatMap((line, index) => lineOf(line, index));
  const subtotal = sum(read.map(({ taxed: { qty, price } }) => qty.times(price)));
  const shippingLines = asList(order['shipping_lines']);
  const shipping = sum(
    shippingLines.map((line, index) => amount(line['price'], `shipping_lines.${index}.price`)),
  );
  const presently = wasEdited(items) ? 'current_' : '';
  const total = (name: string): unknown => order[`${presently}${name}`] ?? order[name];
  const discounts = amount(total('total_discounts'), 'total_discounts');
  // The storefront's discounts include those on shipping: whatever exceeds the goods comes off shipping.
  const onGoods = discounts.gt(subtotal) ? subtotal : discounts;
  const onShipping = discounts.minus(onGoods);
  const currency = text(order['currency'], 20).toUpperCase() || null;
  const taxed = {
    lines: read.map((line) => line.taxed),
    discount: onGoods,
    shipping: onShipping.gt(shipping) ? zero : shipping.minus(onShipping),
    shipping_tax: sum(shippingLines.map(taxOf)),
    tax: amount(total('total_tax'), 'total_tax'),
  };
  const money =
    order['taxes_included'] === true
      ? withoutTax(taxed, currencyExponents.get(currency ?? '') ?? 2)
      : { ...taxed, prices: taxed.lines.map(({ price }) => price) };
  const to = shipTo(asObject(order['shipping_address']));
  const stated = text(total('total_price'), 40);
  return {
    external_id: externalId,
    channel_order_no: idText(order['order_number']) ?? externalId,
    currency,
    lines: read.map(({ mapped }, at) => ({ ...mapped, price: String(money.prices[at]!) })),
    discount: String(money.discount),
    shipping_fee: String(money.shipping),
    tax: String(money.tax),
    ship_to: to,
    stated_total: stated === '' ? null : String(amount(stated, 'total_price')),
    has_address: leadsSomewhere(to),
  };
}

const isTold = (value: unknown): boolean => text(value, 40) !== '';

/** Whether less is to be sent than was ordered; the order's totals are of all that was ordered, beside those of the present. */
const wasEdited = (lines: readonly Json[]): boolean =>
  lines.some(
    ({ quantity, current_quantity: current }) => isTold(current) && text(current, 40) !== text(quantity, 40),
  );

interface ReadLine {
  mapped: Omit<MappedLine, 'price'>;
  taxed: TaxedLine;
}

function lineOf(line: Json, index: number): ReadLine[] {
  const path = `line_items.${index}.quantity`;
  // Read as none, it would be a line removed, and the order would leave without it.
  if (!isTold(line['quantity']))
    throw new Refusal('VALIDATION_FAILED', `${path} is missing.`, [
      { path, code: 'required', message: `${path} is required` },
    ]);
  const ordered = lineAmount(line['quantity'], path);
  const qty = isTold(line['current_quantity'])
    ? lineAmount(line['current_quantity'], `line_items.${index}.current_quantity`)
    : ordered;
  // A line removed from the order stays in it with a quantity of zero.
  if (qty.eq(zero) || ordered.eq(zero)) return [];
  // The taxes and discounts of a line are told of all that was ordered.
  const present = (all: Decimal): Decimal => (qty.eq(ordered) ? all : all.times(qty).div(ordered));
  const discounts = asList(line['discount_allocations']);
  return [
    {
      mapped: {
        channel_sku: text(line['sku'], 200) || skuOfVariant(line, index),
        title: text(line['title'], 200),
        qty: String(qty),
      },
      taxed: {
        qty,
        price: lineAmount(line['price'], `line_items.${index}.price`),
        tax: present(taxOf(line)),
        discount: present(sum(discounts.map((one) => share(one['amount'])))),
      },
    },
  ];
}

/** The tax of a line of goods or of shipping, as far as it is told. */
const taxOf = (line: Json): Decimal => sum(asList(line['tax_lines']).map((one) => share(one['price'])));

/** Of a sum that is told as well: one we cannot read is as if it were not told, and not worth losing an order for. */
function share(value: unknown): Decimal {
  const written = text(value, 40);
  return exactAmount.test(written) ? decimal(written) : zero;
}

/** A line without a SKU gets the storefront's own id as its name, so that it can be mapped as well. */
function skuOfVariant(line: Json, index: number): string {
  const variant = idText(line['variant_id']);
  return variant ? `variant:${variant}` : `line:${idText(line['id']) ?? index}`;
}

function shipTo(address: Json): Record<string, string> {
  const person = [text(address['first_name'], 100), text(address['last_name'], 100)].join(' ').trim();
  const street = [text(address['address1'], 200), text(address['address2'], 190)].filter(Boolean);
  // Without it an office building's mail room does not know whose parcel it is.
  const company = street.length > 0 ? text(address['company'], 100) : '';
  const fields = {
    name: text(address['name'], 200) || person,
    address: [company, ...street].filter(Boolean).join(', '),
    city: text(address['city'], 200),
    state: text(address['province_code'], 100) || text(address['province'], 100),
    postal: text(address['zip'], 40),
    country: text(address['country_code'], 100) || text(address['country'], 100),
    phone: text(address['phone'], 60),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** A street, and a place it is in. Stores send an address of empty fields for what needs none, such as pick-up. */
function leadsSomewhere(to: Record<string, string>): boolean {
  return to['address'] !== undefined && (to['city'] !== undefined || to['postal'] !== undefined);
}
