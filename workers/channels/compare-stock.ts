/**
 * Tells stores of stock by themselves: a reader of the event stream that compares, for the items events are about, what
 * stores may sell with what they were told. What was compared and what is to be told commit together with the place in
 * the stream, so a process killed in the middle leaves nothing out; many events of an item are one comparison.
 */
import {
  lockPlace,
  movePlace,
  nextEvents,
  organizationsWithStockNews,
  recordCompared,
  storesDueForAll,
  touchedOfStores,
} from '../../db/channels/stock-news.write.ts';
import { inTenant, type Database } from '../../db/database.ts';
import { lockConnection } from '../../db/integration/connections.write.ts';
import { woken, type Woken } from '../engine/woken.ts';
import type { Outward } from '../outside/define-call.ts';
import { wantStock } from './want-stock.ts';

const eventsMax = 500;
const organizationsMax = 100;

// Changes within this time are told together. It is also how soon what an older open transaction keeps waiting is
// looked at again.
const togetherMs = 500;

export function startComparingStock({ database, wakes, log }: Outward): Pick<Woken, 'stop'> {
  const comparing = woken(
    async () => {
      const organizations = await organizationsWithStockNews(database, organizationsMax);
      let isMore = organizations.length === organizationsMax;
      for (const id of organizations) {
        const { count, queued } = await compareNext(database, id);
        if (queued > 0) wakes.tell('pushes');
        if (count === eventsMax) isMore = true;
        if (count === 0) comparing.wakeIn(togetherMs);
      }
      return isMore ? 'again' : 'done';
    },
    (fault) => log.warn({ err: fault }, 'stock could not be compared with what stores were told and will be'),
  );
  wakes.on('events', () => comparing.wakeIn(togetherMs));
  return comparing;
}

/** The next events of an organization, in one transaction: how many, and how many SKUs are to be told. */
function compareNext(database: Database, organizationId: string): Promise<{ count: number; queued: number }> {
  return inTenant(database, { organizationId }, async (tx) => {
    const place = await lockPlace(tx);
    if (!place) return { count: 0, queued: 0 };
    const { last, count } = await nextEvents(tx, place, eventsMax);
    const touched = await touchedOfStores(tx, place, last);
    const all = new Set(await storesDueForAll(tx));
    let queued = 0;
    // In the order of their ids: a process that compares and a person who changes two stores never wait for each other.
    for (const id of [...new Set([...touched.keys(), ...all])].sort()) {
      const connection = await lockConnection(tx, id);
      const isAll = all.has(id);
      queued += (await wantStock(tx, connection, isAll ? null : touched.get(id)!)).queued;
      if (isAll) await recordCompared(tx, id);
    }
    await movePlace(tx, last);
    return { count, queued };
  });
}
