/** Another tenant's load, made in a thread of its own so that making it does not slow what is measured here. */
import { Worker } from 'node:worker_threads';
import type { TestOrganization } from '../../test/helpers/organization.ts';
import type { Orders, Way } from './ways.ts';

export interface NeighbourThread {
  /** Resolves once its first requests are under way. */
  ready: Promise<unknown>;
  /** Ends the load; how many answers of each status there were, as text. */
  stop(): Promise<string>;
  terminate(): Promise<unknown>;
}

export function startNeighbour(
  url: string,
  { id, accessToken, warehouseId, items, locations }: TestOrganization,
  way: Way,
): NeighbourThread {
  const orders: Orders = {
    url,
    organizationId: id,
    accessToken,
    warehouseId,
    itemId: items['PLAIN']!,
    locationId: locations['A-01']!,
    way,
  };
  const thread = new Worker(new URL('./load.js', import.meta.url), { workerData: orders });
  return {
    ready: new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject)),
    stop: () => {
      const statuses = new Promise<string>((resolve) => thread.once('message', resolve));
      thread.postMessage('stop');
      return statuses;
    },
    terminate: () => thread.terminate(),
  };
}
