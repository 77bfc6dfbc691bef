/** R10: many-line transactions in any order. R11: more approvals, allocations and pushes than there is stock. */
import { createRandom, type Random } from '../../http/random.ts';
import { inLanes } from '../../http/wire.ts';
import { checkHouse, drained } from '../checker.ts';
import { send } from '../persistent-client.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

/** Puts stock of an item in a location. */
async function stock(rig: Rig, item: string, location: string, units: number): Promise<void> {
  const { organization } = rig;
  const { status, body } = await send(rig.url, organization, 'POST', '/api/wms/inventory/adjust', {
    warehouse_id: organization.warehouseId,
    item_id: item,
    location_id: organization.locations[location],
    qty_delta: units,
    reason_code: 'found',
  });
  if (status !== 200) throw new Error(`no stock: ${status} ${JSON.stringify(body)}`);
}

/** An order with these lines, submitted. Returns its id. */
async function submittedOrder(rig: Rig, lines: { product_id: string; qty: number }[]): Promise<string> {
  const { organization, url } = rig;
  const priced = lines.map((line) => ({ ...line, price: 1 }));
  const made = await send(url, organization, 'POST', '/api/oms/orders', {
    customer_id: organization.customerId,
    lines: priced,
  });
  if (made.status !== 201) throw new Error(`no order: ${made.status} ${JSON.stringify(made.body)}`);
  const { id } = made.body.data as { id: string };
  const submitted = await send(url, organization, 'PATCH', `/api/oms/orders/${id}`, { action: 'submit' });
  if (submitted.status !== 200)
    throw new Error(`not submitted: ${submitted.status} ${JSON.stringify(submitted.body)}`);
  return id;
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** R10: orders and receipts whose lines touch the same items in any order; no deadlock reaches a client. */
export async function anyOrder(chaos: Chaos): Promise<Result> {
  const rig = await startRig(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {});
  const random = createRandom(chaos.seed);
  try {
    const { organization, url } = rig;
    const items = await makeItems(rig, 12);
    for (const item of items) await stock(rig, item, 'A-01', 100_000);
    const orders = await inLanes(Array.from({ length: sized(chaos, 120, 12) }), 8, () =>
      submittedOrder(
        rig,
        shuffled(items, random).map((item) => ({ product_id: item, qty: 1 })),
      ),
    );
    const receipts = await inLanes(Array.from({ length: sized(chaos, 60, 6) }), 8, () =>
      makeReceipt(rig, shuffled(items, random)),
    );
    const work = shuffled(
      [
        ...orders.map((id) => async () => {
          const approved = await send(url, organization, 'PATCH', `/api/oms/orders/${id}`, {
            action: 'approve',
          });
          if (approved.status !== 200) return approved;
          return send(url, organization, 'POST', `/api/oms/orders/${id}/push-to-wms`, {});
        }),
        ...receipts.map(({ id, lines }) => () => {
          const counted = shuffled(lines, random).map((line) => ({
            line_id: line,
            received_qty: 3,
            location_id: organization.locations['A-01'],
          }));
          return send(url, organization, 'POST', `/api/wms/inbound-receipts/${id}/receive-all`, {
            lines: counted,
          });
        }),
      ],
      random,
    );
    const answers = await inLanes(work, 32, (one) => one());
    await drained(rig.owner, 20_000);
    const odd = answers.filter(({ status }) => status !== 200);
    const { rows } = await rig.owner.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return {
      figures: {
        transactions: answers.length,
        lines: 12,
        refused: odd.length,
        deadlocks_inside: rows[0]!.deadlocks,
      },
      problems: [
        ...odd.slice(0, 5).map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
        ...(await checkHouse(rig.owner)),
      ],
    };
  } finally {
    await rig.stop();
  }
}

async function makeItems(rig: Rig, count: number): Promise<string[]> {
  return inLanes(
    Array.from({ length: count }, (_, index) => index),
    4,
    async (index) => {
      const { body } = await send(rig.url, rig.organization, 'POST', '/api/wms/items', {
        sku: `CHAOS-${index}`,
        name: `Chaos ${index}`,
      });
      return (body.data as { id: string }).id;
    },
  );
}

async function makeReceipt(rig: Rig, items: readonly string[]): Promise<{ id: string; lines: string[] }> {
  const { body } = await send(rig.url, rig.organization, 'POST', '/api/wms/inbound-receipts', {
    warehouse_id: rig.organization.warehouseId,
    source_type: 'manual',
    lines: items.map((item) => ({ item_id: item, expected_qty: 10 })),
  });
  const { id, lines } = body.data as { id: string; lines: { id: string }[] };
  return { id, lines: lines.map((line) => line.id) };
}

/** R11: 200 orders of one unit, 100 units: approved at once, then pushed twice each at once. */
export async function moreThanThereIs(chaos: Chaos): Promise<Result> {
  const rig = await startRig({
    workers: 2,
    ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
  });
  try {
    const { organization, url } = rig;
    const units = sized(chaos, 100, 10);
    const item = organization.items['PLAIN']!;
    await stock(rig, item, 'A-01', units);
    const orders = await inLanes(Array.from({ length: units * 2 }), 12, () =>
      submittedOrder(rig, [{ product_id: item, qty: 1 }]),
    );
    const approvals = await inLanes(orders, 64, (id) =>
      send(url, organization, 'PATCH', `/api/oms/orders/${id}`, { action: 'approve' }),
    );
    const approved = orders.filter((_, index) => approvals[index]!.status === 200);
    const pushes = await inLanes([...approved, ...approved], 64, (id) =>
      send(url, organization, 'POST', `/api/oms/orders/${id}/push-to-wms`, {}),
    );
    await drained(rig.owner, 20_000);
    const { rows } = await rig.owner.query<{ shipments: number; allocated: number; available: number }>(
      `select (select count(*)::int from wms_shipments) as shipments,
              (select coalesce(sum(qty), 0)::float from inventory_balances where status = 'allocated') as allocated,
              (select coalesce(sum(qty), 0)::float from inventory_balances where status = 'available') as available`,
    );
    const { shipments, allocated, available } = rows[0]!;
    const faults = [...approvals, ...pushes].filter(({ status }) => status >= 500 || status === 202);
    const expected: [string, number, number][] = [
      ['orders approved', approved.length, units],
      ['shipments', shipments, units],
      ['units allocated', allocated, units],
      ['units left available', available, 0],
    ];
    return {
      figures: {
        orders: orders.length,
        approved: approved.length,
        shipments,
        allocated,
        faults: faults.length,
      },
      problems: [
        ...expected
          .filter(([, found, wanted]) => found !== wanted)
          .map(([what, found, wanted]) => `${found} ${what} instead of ${wanted}`),
        ...faults.slice(0, 3).map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
        ...(await checkHouse(rig.owner)),
      ],
    };
  } finally {
    await rig.stop();
  }
}
