/** A 3PL's month for billing tests: shipments planted as shipped, rates and rules through the API. */
import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '../helpers/join-platform.ts';
import { createClient, type Answer, type Client } from '../helpers/client.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { until } from '../helpers/wait.ts';

export interface ShippedLine {
  qty: number;
  sku?: string;
}

export interface PlantedShipment {
  id: string;
  lineIds: string[];
}

export interface BillingRig {
  client: Client;
  organization: TestOrganization;
  item(code: string, more?: object): Promise<string>;
  sheet(lines: object[], more?: object): Promise<string>;
  rule(event: string, itemId: string | null, more?: object): Promise<string>;
  ship(
    day: string,
    lines: ShippedLine[],
    more?: { merchantId?: string; carrier?: string },
  ): Promise<PlantedShipment>;
  /** Changes what does not change by itself, behind the triggers' back. */
  plant(change: string): Promise<void>;
  run(more?: object): Promise<any>;
  charges(query?: string): Promise<any[]>;
  sum(query?: string): Promise<number>;
}

const finishMsMax = 180_000;

/** The month that ends today, where the warehouses of the tests are. */
export async function lately({ owner }: Platform): Promise<{ period_start: string; period_end: string }> {
  const { rows } = await owner.query(
    `select (today - 30)::text as period_start, today::text as period_end
       from (select (now() at time zone 'America/New_York')::date as today) as there`,
  );
  return rows[0];
}

export async function billingRig(
  platform: Platform,
  organization: TestOrganization = platform.threePl,
): Promise<BillingRig> {
  const client = createClient(platform.url, organization);
  const { owner } = platform;
  const account = await owner.query(
    "select id from accounts where organization_id = $1 and system_key = 'revenue_handling'",
    [organization.id],
  );
  const revenue: string = account.rows[0].id;
  let serial = 0;

  const made = async (answer: Promise<Answer>): Promise<any> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.data;
  };

  const rig: BillingRig = {
    client,
    organization,
    item: async (code, more = {}) =>
      (
        await made(
          client.post('/api/accounting/billing/items', {
            code,
            name: `Item ${code}`,
            category: 'handling',
            uom: 'unit',
            revenue_account_id: revenue,
            ...more,
          }),
        )
      ).id,
    sheet: async (lines, more = {}) => {
      const sheet = await made(
        client.post('/api/accounting/billing/rate-sheets', {
          code: `RS-${(serial += 1)}`,
          name: 'Rates',
          merchant_id: organization.merchantId,
          currency: 'USD',
          effective_from: '2026-01-01',
          lines,
          ...more,
        }),
      );
      await made(client.patch(`/api/accounting/billing/rate-sheets/${sheet.id}`, { action: 'activate' }));
      return sheet.id;
    },
    rule: async (event, itemId, more = {}) =>
      (
        await made(
          client.post('/api/accounting/billing/rules', {
            code: `R-${(serial += 1)}`,
            name: event,
            event,
            ...(itemId ? { billing_item_id: itemId } : { effect: 'no_charge' }),
            ...more,
          }),
        )
      ).id,
    ship: async (day, lines, { merchantId = organization.merchantId, carrier = null } = {} as never) => {
      const id = uuidv7();
      const connection = await owner.connect();
      try {
        await connection.query('begin');
        // Allocations are not under test here: the lines arrive as those of a finished shipment.
        await connection.query("set local session_replication_role = 'replica'");
        await connection.query(
          `insert into wms_shipments (organization_id, id, shipment_no, status, merchant_id, warehouse_id, ship_mode, carrier_code, shipped_at)
           values ($1, $2, $3, 'shipped', $4, $5, 'parcel', $6, $7::date + time '15:00')`,
          [organization.id, id, `SHP-${id.slice(-8)}`, merchantId, organization.warehouseId, carrier, day],
        );
        const lineIds: string[] = [];
        for (const [index, { qty, sku = 'PLAIN' }] of lines.entries()) {
          lineIds.push(uuidv7());
          await connection.query(
            'insert into wms_shipment_lines (organization_id, id, shipment_id, line_no, merchant_id, item_id, qty) values ($1, $2, $3, $4, $5, $6, $7)',
            [organization.id, lineIds.at(-1), id, index + 1, merchantId, organization.items[sku], qty],
          );
        }
        await connection.query('commit');
        return { id, lineIds };
      } finally {
        connection.release();
      }
    },
    plant: async (change) => {
      await platform.owner.query(`begin; set local session_replication_role = 'replica'; ${change}; commit`);
    },
    run: async (more = {}) => {
      const started = await made(
        client.post('/api/accounting/billing/runs', {
          period_start: '2026-03-01',
          period_end: '2026-03-31',
          merchant_ids: [organization.merchantId],
          ...more,
        }),
      );
      return finished(client, started.id);
    },
    charges: async (query = '') =>
      (await made(client.get(`/api/accounting/billing/charges?page_size=200${query}`))) as any[],
    sum: async (query = '') => {
      const charges = await rig.charges(query);
      return Math.round(charges.reduce((sum, { amount }) => sum + amount * 1e6, 0)) / 1e6;
    },
  };
  return rig;
}

/** The run's record once it has ended: its progress stream ends with it, or before, after a minute on a busy machine. */
export function finished(client: Client, runId: string): Promise<any> {
  const path = `/api/accounting/billing/runs/${runId}`;
  const ended = async () => {
    await client.get(path, { headers: { accept: 'text/event-stream' } }).catch(() => undefined);
    const { data } = (await client.get(path)).body;
    return data.status !== 'queued' && data.status !== 'running' && data;
  };
  return until('the billing run has ended', ended, finishMsMax);
}

/** A pick at 2 USD and a minimum of 100 for the period's invoice. */
export async function withMinimum(rig: BillingRig): Promise<void> {
  const pick = await rig.item('PICK');
  await rig.item('MIN', { category: 'minimum', uom: 'flat' });
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }], {
    minimum_invoice_amount: 100,
  });
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
}
