/** The eight ways in which one tenant misbehaves, and the three in which it just has much to do, as requests. */
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';
import { anotherOrder, secret } from '../../test/integration/storefront-rig.ts';

export const worstWays = [
  'locks',
  'streams',
  'reports',
  'previews',
  'imports',
  'exports',
  'flood',
  'huge bodies',
] as const;
export type Way = (typeof worstWays)[number] | 'scans' | 'shipments' | 'webhooks';

/** What the thread that runs it is told. */
export interface Orders {
  url: string;
  organizationId: string;
  accessToken: string;
  warehouseId: string;
  itemId: string;
  locationId: string;
  way: Way;
}

export interface Asked {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: string;
  accept?: string;
  headers?: Record<string, string>;
  /** The response is left open and never read. */
  isLeftOpen?: boolean;
}

/** Number of concurrent requests, and what each one is. */
export const askedIn: Record<Way, { lanes: number; ask(index: number, orders: Orders): Asked }> = {
  scans: {
    lanes: 500,
    ask: (_index, { warehouseId, itemId, locationId }) => ({
      method: 'POST',
      path: '/api/wms/inventory/adjust',
      body: JSON.stringify({
        warehouse_id: warehouseId,
        item_id: itemId,
        location_id: locationId,
        qty_delta: 1,
        reason_code: 'found',
      }),
    }),
  },
  shipments: {
    lanes: 64,
    ask: (_index, { warehouseId, itemId }) => ({
      method: 'POST',
      path: '/api/wms/shipments',
      headers: { prefer: 'respond-async' },
      body: JSON.stringify({
        warehouse_id: warehouseId,
        lines: Array.from({ length: 50 }, () => ({ item_id: itemId, qty: 1 })),
      }),
    }),
  },
  webhooks: { lanes: 32, ask: (index) => signedOrder(String(500_000_000 + index)) },
  locks: {
    lanes: 60,
    ask: (index) => ({ method: 'PATCH', path: '/api/tenancy/settings', body: `{"name":"Waits ${index}"}` }),
  },
  streams: { lanes: 1_000, ask: () => ({ method: 'GET', path: '/api/events/stream', isLeftOpen: true }) },
  reports: {
    lanes: 32,
    ask: (index) => ({
      method: 'GET',
      path: index % 2 ? '/api/wms/inventory/integrity' : '/api/accounting/reports/trial-balance',
    }),
  },
  previews: {
    lanes: 32,
    ask: (index) => ({
      method: 'GET',
      path: `/api/wms/print-jobs/{label ${index % 16}}/preview`,
      accept: '*/*',
    }),
  },
  imports: {
    lanes: 8,
    ask: () => ({
      method: 'POST',
      path: '/api/wms/imports/items',
      body: JSON.stringify({ csv: longCsv(), dry_run: true }),
    }),
  },
  exports: {
    lanes: 32,
    ask: () => ({ method: 'GET', path: '/api/accounting/reports/trial-balance?format=pdf', accept: '*/*' }),
  },
  flood: { lanes: 128, ask: () => ({ method: 'GET', path: '/api/wms/items?page_size=200' }) },
  'huge bodies': {
    lanes: 32,
    ask: () => ({ method: 'POST', path: '/api/oms/orders', body: hugeBody() }),
  },
};

/** The shop of the tenant that floods with webhooks. */
export const floodedShop = 'flooded.example.test';

function signedOrder(id: string): Asked {
  const order = anotherOrder(id, id);
  return {
    method: 'POST',
    path: '/api/integration/webhooks/storefront',
    headers: {
      'x-storefront-topic': 'orders/create',
      'x-storefront-shop-domain': floodedShop,
      'x-storefront-hmac-sha256': webhookSignature(secret, Buffer.from(order)),
    },
    body: order,
  };
}

/** The label for the preview with index n. */
export const labelOf = (index: number): string =>
  `^XA^PW1600^LL1600${Array.from({ length: 60 }, (_, line) => `^FO20,${line * 25}^A0N,24,24^FDlabel ${index} line ${line}^FS`).join('')}^XZ`;

let csv: string | undefined;
function longCsv(): string {
  csv ??= `sku,name\n${Array.from({ length: 90_000 }, (_, index) => `S${index},"Item ${index} of a long file, ${'x'.repeat(40)}"`).join('\n')}`;
  return csv;
}

let body: string | undefined;
function hugeBody(): string {
  body ??= `{"lines":[${'0,'.repeat(520_000)}0]}`;
  return body;
}
