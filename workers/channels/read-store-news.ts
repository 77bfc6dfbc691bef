/**
 * Stores are told by themselves: a reader of the event stream that compares, for the items events are about, what stores
 * may sell with what they were told, and that has stores told which of their orders left or were cancelled. What was
 * read and what is to be told commit together with the place in the stream, so a process killed in the middle leaves
 * nothing out; many events of an item are one comparison, and an order's fact is told once however often it is read.
 */
import { wantNewsOfOrders, wantOldNewsOfOrders } from '../../db/channels/order-news.write.ts';
import {
  lockPlace,
  movePlace,
  nextEvents,
  organizationsWithNews,
  recordCompared,
  storesDueForAll,
  touchedOfStores,
} from '../../db/channels/store-news.write.ts';
import { inTenant, type Database } from '../../db/database.ts';
import { beforeAll } from '../../db/tenancy/editions.read.ts';
import { lockConnection, type LockedConnection } from '../../db/integration/connections.write.ts';
import { eachOrganization } from '../engine/each-organization.ts';
import { afterFaultMs, woken, type Woken } from '../engine/woken.ts';
import type { Outward } from '../outside/define-call.ts';
import { wantStock } from './want-stock.ts';

const eventsMax = 500;
const organizationsMax = 100;

// Changes within this time are told together. It is also how soon what an older open transaction keeps waiting is
// looked at again.
const togetherMs = 500;

export function startReadingStoreNews({ database, wakes, log }: Outward): Pick<Woken, 'stop'> {
  const failed = 'what the stores of an organization are to be told could not be read and will be';
  // Each turn goes on behind the last one's, so that the first are not always served before the others.
  let after = beforeAll;
  const reading = woken(
    async () => {
      const found = await organizationsWithNews(database, after, organizationsMax);
      const ready = found.filter(({ is_ready: isReady }) => isReady).map(({ organization_id: id }) => id);
      after = ready.at(-1) ?? after;
      const read: number[] = [];
      const faults = await eachOrganization(ready, { log, failed }, async (id) => {
        const { count, queued } = await readNext(database, id);
        if (queued > 0) wakes.tell('pushes');
        read.push(count);
      });
      if (faults > 0) reading.wakeIn(afterFaultMs);
      // Ready but nothing read: another process reads, and may have looked before this commit.
      if (ready.length < found.length || read.includes(0)) reading.wakeIn(togetherMs);
      const isMore = read.includes(eventsMax) || (found.length === organizationsMax && read.some(Boolean));
      return isMore ? 'again' : 'done';
    },
    (fault) => log.warn({ err: fault }, 'what stores are to be told could not be read and will be'),
  );
  wakes.on('events', () => reading.wakeIn(togetherMs));
  return reading;
}

/** The next events of an organization, in one transaction: how many, and how much is to be told. */
function readNext(database: Database, organizationId: string): Promise<{ count: number; queued: number }> {
  return inTenant(database, { organizationId }, async (tx) => {
    const place = await lockPlace(tx);
    if (!place) return { count: 0, queued: 0 };
    const { last, count, concernsAll } = await nextEvents(tx, place, eventsMax);
    const touched = await touchedOfStores(tx, place, last);
    const due = new Map((await storesDueForAll(tx, concernsAll)).map((store) => [store.id, store]));
    let queued = 0;
    const connections: LockedConnection[] = [];
    // In the order of their ids, and all before any push: a process that compares and a person who changes a store never
    // wait for each other.
    for (const id of [...new Set([...touched.keys(), ...due.keys()])].sort())
      connections.push(await lockConnection(tx, id));
    for (const connection of connections) {
      const { id } = connection;
      const all = due.get(id);
      const items = all ? null : touched.get(id)!;
      if (!all || all.of_stock) queued += (await wantStock(tx, connection, items)).queued;
      if (all?.of_orders) queued += await wantOldNewsOfOrders(tx, id);
      if (all) await recordCompared(tx, id);
    }
    queued += await wantNewsOfOrders(tx, place, last);
    await movePlace(tx, last);
    return { count, queued };
  });
}
