/** A container comes from the sea: ordered, announced, fetched from the terminal, and its receipt made of its notice. */
import { containerCheckDigit } from '../../domain/catalog/container-no.ts';
import type { DemoCaller } from './api-caller.ts';
import type { DemoOrganization } from './data.ts';
import { StartError } from '../start-error.ts';
import { chapter, say } from './say.ts';

interface Item {
  id: string;
  sku: string;
}

/** Brings so many of each item in one container. Answers the receipt its goods are counted on. */
export async function containerFromTheSea(
  api: DemoCaller,
  demo: DemoOrganization,
  items: readonly Item[],
  qty: number,
  tag: string,
): Promise<string> {
  chapter('A container from the sea');
  const v1 = async (path: string, body: object = {}): Promise<any> => {
    const answer = await api.try('POST', `/v1${path}`, body);
    if (answer.status < 300) return answer.body;
    throw new StartError(`POST /v1${path} was refused: ${answer.status} ${answer.body.error?.message}`);
  };
  const order = await v1('/purchase/orders', {
    vendor_id: demo.vendor_id,
    vendor_ref: tag,
    lines: items.map(({ sku }) => ({ sku, qty, price: 2.5 })),
  });
  const released = await v1(`/purchase/orders/${order.id}/release`);
  say(
    `${order.po_no} over ${order.total} ${order.currency}: ${released.status}, ${order.lines.length} lines`,
  );
  // A number of this run, with the check digit ISO 6346 asks for.
  const container = containerNo();
  const asn = await v1('/purchase/asns', { po_id: order.id, container_no: container, eta: hoursAgo(70) });
  await v1(`/purchase/asns/${asn.id}/eta`, { eta: hoursAgo(2), reason: 'port', note: 'berth was taken' });
  const drayage = await v1('/drayage/orders', {
    container_no: container,
    pickup: 'Port Newark, terminal 4',
    delivery: { name: 'East warehouse' },
    demurrage_free_days: 1,
    demurrage_rate: 150,
  });
  const happened = (code: string, hours: number) =>
    v1(`/drayage/containers/${container}/events`, {
      code,
      occurred_at: hoursAgo(hours),
      source: 'terminal',
      external_id: `${tag}-${code}`,
    });
  await happened('vessel_discharged', 96);
  await happened('available', 72);
  await happened('full_out', 3);
  await happened('delivered', 1);
  const done = await v1(`/drayage/orders/${drayage.id}/complete`);
  const clock = done.clocks.find(({ kind }: { kind: string }) => kind === 'demurrage');
  say(
    `${container} ${done.container_state}, ${done.order_no} ${done.status}: last free day ${clock.last_free_on}, ${clock.chargeable_days} days over`,
  );
  const dispute = await api.download(`/api/drayage/orders/${drayage.id}/dispute`);
  say(`the dispute file, its clocks rebuilt from events: ${dispute.length} bytes of PDF`);
  return done.receipt_id;
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

function containerNo(): string {
  const body = `DEMU${String(Date.now() % 1_000_000).padStart(6, '0')}`;
  return body + containerCheckDigit(body);
}
