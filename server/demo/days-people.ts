/** The people of the demo's day: each has a handheld that knows no kind of work, only what the work itself says. */
import type { Answer } from '../../client/src/calls.ts';
import { createClient, type PlatformClient } from '../../client/src/client.ts';
import { StartError } from '../start-error.ts';
import type { DemoOrganization } from './data.ts';
import type { Floor, Seen } from './days-floor.ts';

type Work = NonNullable<Answer<'/api/wms/work/claim', 'post'>['work']>;
type Done = Partial<Record<Work['kind'], number>>;

export interface Worker {
  name: string;
  client: PlatformClient;
  send(method: 'PATCH' | 'POST', address: string, body: object): Promise<void>;
}

/** A person with a handheld: a token of their own that may work the floor and nothing else. */
export async function hire(
  api: PlatformClient,
  { name, demo, baseUrl }: { name: string; demo: DemoOrganization; baseUrl: string },
): Promise<Worker> {
  const { access_token: given } = await api.post('/api/tenancy/tokens', {
    body: {
      name,
      permissions: [
        'wms.inbound.receive',
        'wms.moves.work',
        'wms.picking.work',
        'wms.picking.view',
        'wms.cycle_count.work',
      ],
    },
  });
  const accessToken = given!;
  const organizationId = demo.organization_id;
  return {
    name,
    client: createClient({ baseUrl, organizationId, accessToken }),
    // The handheld sends what the work says; it knows no kind of work by itself.
    send: async (method, address, body) => {
      const headers = {
        authorization: `Bearer ${accessToken}`,
        'x-organization-id': organizationId,
        'content-type': 'application/json',
        prefer: 'wait=60',
      };
      const request: RequestInit = { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(new URL(address, baseUrl), request);
      if (answer.status !== 200) throw new StartError(`${address}: ${answer.status} ${await answer.text()}`);
    },
  };
}

/** Asks what is next, and does it, until there is nothing. Returns how much of each kind was done. */
export async function workAll(worker: Worker, floor: Floor): Promise<Done> {
  const done: Done = {};
  let near: string | undefined;
  for (;;) {
    const { work } = await worker.client.post('/api/wms/work/claim', {
      body: { warehouse_id: floor.warehouseId, ...(near ? { near } : {}) },
    });
    if (!work) return done;
    await recordAll(worker, work, floor);
    const { path: address, action, fields, needs } = work.finish;
    await worker.send('PATCH', address, {
      action,
      ...fields,
      ...Object.fromEntries(needs.map((need) => [need, scanned(work, need)])),
    });
    done[work.kind] = (done[work.kind] ?? 0) + 1;
    const last = work.steps.findLast(({ scan }) => scan === 'location')?.code;
    near = floor.shelves.find(({ code }) => code === last)?.id ?? near;
  }
}

/** What is recorded as it is scanned: goods that come in, and place by place what lies on the shelves. */
async function recordAll(
  { send }: Worker,
  { kind, record, steps, choices }: Work,
  { delivery, onShelf }: Floor,
): Promise<void> {
  if (!record) return;
  const { method, path: address, list, fields } = record;
  const sendRound = (seen: Seen): Promise<void> => {
    const read: Readonly<Record<string, unknown>> = { ...seen };
    const round = Object.fromEntries(
      fields.flatMap(({ scan, field }) => (read[scan] === undefined ? [] : [[field, read[scan]]])),
    );
    return send(method, address, list === null ? round : { [list]: [round] });
  };
  if (kind === 'receive') {
    for (const seen of delivery) await sendRound(seen);
    return;
  }
  for (const { scan, code } of steps) {
    if (scan !== 'location' || code === null) continue;
    for (const seen of onShelf[code] ?? []) await sendRound(seen);
    if (!onShelf[code]) await send(method, address, nothingAt(choices, code));
  }
}

const nothingAt = (choices: Work['choices'], code: string): object =>
  Object.fromEntries(choices.flatMap(({ fields }) => fields.map(({ field }) => [field, [code]])));

const scanned = ({ steps }: Work, what: string): string | null | undefined =>
  steps.find(({ scan }) => scan === what)?.code;
