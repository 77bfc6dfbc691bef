/** Two hundred handhelds that ask at once: each piece of work is given once, and all of it is given. */
import test from 'ava';
import { inTenant } from '../../db/database.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShelf, newShipment, newWave, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { ask, next } from './work-rig.ts';

const [moves, picks, people] = [150, 40, 20];

async function plantMoves({ database, standard }: Running): Promise<void> {
  const { id, warehouseId, merchantId, items, locations } = standard;
  await inTenant(database, { organizationId: id }, (tx) =>
    tx.raw(
      `insert into planned_moves (organization_id, id, move_no, kind, warehouse_id, merchant_id, item_id, qty, from_location_id, to_location_id, created_by)
       select ?, uuid7(), 'MV-' || n, 'reslot', ?, ?, ?, 1, ?, ?, 'test' from generate_series(1, ?::integer) n`,
      [id, warehouseId, merchantId, items['PLAIN']!, locations['A-01']!, locations['A-02']!, moves],
    ),
  );
}

async function plantPicks(platform: Running): Promise<void> {
  const item = await stocked(platform, { [await newShelf(platform)]: picks });
  const ids: string[] = [];
  for (let made = 0; made < picks; made += 1)
    ids.push((await newShipment(platform, [{ item_id: item, qty: 1 }])).id);
  await newWave(platform, ids);
}

test('two hundred claims at once give a hundred and ninety pieces of work to one person each', async (t) => {
  const platform = await joinPlatform(t);
  await plantMoves(platform);
  await plantPicks(platform);
  const clients = await Promise.all(
    Array.from({ length: people }, () =>
      platform.clientWith(platform.standard, ['wms.moves.work', 'wms.picking.work']),
    ),
  );
  const given = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const answer = await ask(clients[index % people]!, platform);
      // A busy machine may say "try again shortly": whoever is told so was given nothing.
      t.true([200, 429, 503].includes(answer.status), answer.text);
      return answer.body.data?.work ?? null;
    }),
  );
  for (let work = await next(platform); work; work = await next(platform)) given.push(work);
  const ids = given.flatMap((work) => (work ? [work.id] : []));
  t.is(ids.length, moves + picks);
  t.is(new Set(ids).size, moves + picks);
});
