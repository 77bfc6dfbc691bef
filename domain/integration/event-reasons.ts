/** Why an order of a store waits or failed, as a person can act on it: which order, which SKUs, and what to do. */
import { decimal, zero, type Decimal } from '../decimal.ts';

export interface ReasonOrder {
  order_no: string;
  lines: readonly ReasonLine[];
}

interface ReasonLine {
  id: string;
  /** Our item's, or what the store calls it while that is unknown. */
  sku: string | null;
  is_mapped: boolean;
}

interface RunError {
  code?: string;
  message?: string;
  details?: unknown;
}

const skusMax = 5;
const again = 'then process the event again';

const remedies: Readonly<Record<string, string>> = {
  INSUFFICIENT_ATP: 'Receive or free the stock',
  ORDER_ON_HOLD: 'Lift its holds',
};

export function waitsInWords({ order_no: orderNo, lines }: ReasonOrder): string {
  const unmapped = lines.filter((line) => !line.is_mapped);
  if (unmapped.length === 0)
    return `Order ${orderNo} is on hold (UNMAPPED_SKU). ${remedies['ORDER_ON_HOLD']}, ${again}.`;
  const skus = [...new Set(unmapped.flatMap(({ sku }) => sku ?? []))].filter(Boolean);
  const nameless = unmapped.filter(({ sku }) => !sku).length;
  const parts = [];
  if (skus.length > 0)
    parts.push(
      `no item is known for SKU ${capped(skus)}. Map each to an item, and the order goes on by itself.`,
    );
  if (nameless > 0)
    parts.push(`${nameless} of its lines without a SKU. Give each its product in the order, ${again}.`);
  return `Order ${orderNo} waits: ${parts.join(' ')}`;
}

/** `order` is missing if the flow failed before it had made one. */
export function failedInWords(
  externalId: string | null,
  order: ReasonOrder | undefined,
  error: RunError | null,
): string {
  const why = error?.message ?? 'The flow failed.';
  if (!order)
    return `The store's order ${externalId}: ${why} Mend that and process the event again, or enter the order by hand.`;
  const short = shortages(order, error?.details);
  const missing = short.length > 0 ? ` Missing: ${capped(short)}.` : '';
  return `Order ${order.order_no}: ${why}${missing} ${remedies[error?.code ?? ''] ?? 'Mend that'}, ${again}.`;
}

/** How much of which SKU is short, of a refusal that names lines. */
function shortages({ lines }: ReasonOrder, details: unknown): string[] {
  const named = (details as { lines?: unknown } | undefined)?.lines;
  if (!Array.isArray(named)) return [];
  const bySku = new Map<string, Decimal>();
  for (const { line_id: id, short } of named as { line_id?: string; short?: number }[]) {
    const sku = lines.find((line) => line.id === id)?.sku;
    if (sku && short !== undefined) bySku.set(sku, (bySku.get(sku) ?? zero).plus(decimal(short)));
  }
  return [...bySku].map(([sku, short]) => `${String(short)} of ${sku}`);
}

function capped(names: readonly string[]): string {
  const shown = names.slice(0, skusMax).join(', ');
  return names.length > skusMax ? `${shown} and ${names.length - skusMax} more` : shown;
}
