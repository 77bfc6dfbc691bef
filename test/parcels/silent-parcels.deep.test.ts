/** Parcels of which their carriers tell nothing, and refunds they owe, are asked after: each organization's in turn, and none for ever. */
import test from 'ava';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { takeAwaitedRefunds } from '../../db/parcels/refunds.write.ts';
import { followRefunds } from '../../workers/parcels/follow-refunds.ts';
import { takeSilentLabels } from '../../db/parcels/tracking.write.ts';
import { startFarCarrier, type FarCarrier } from './far-carrier.ts';
import { newAccount, newParcel, placeWarehouse } from './parcels-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await startPlatform(undefined);
  far = await startFarCarrier();
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

test('organizations take turns with their silent parcels, and a lost one is asked after less, then no more', async (t) => {
  const { database, owner, threePl } = platform;
  const { buy } = await newParcel(platform, account.id, { print: false });
  const label = (await buy()).body.data;
  const silent = (count: number, organizationId: string, track: string) =>
    copiesOf(label.id, count, organizationId, track);
  const many = await silent(600, platform.standard.id, "now() - interval '2 hours'");
  const [foreign] = await silent(1, threePl.id, "now() - interval '1 hour'");
  const old = async (id: string, days: number) =>
    owner.query('update label_purchases set bought_at = now() - make_interval(days => $2) where id = $1', [
      id,
      days,
    ]);
  await old(many[0]!, 8);
  await old(many[1]!, 61);
  const first = await takeSilentLabels(database, 500);
  t.is(first.length, 500);
  t.true(
    first.some(({ id }) => id === foreign),
    'who has many lets others have their turn',
  );
  t.is((await takeSilentLabels(database, 500)).length, 101);
  const { rows } = await owner.query(
    `select id, round(extract(epoch from track_at - now()) / 3600)::integer as hours from label_purchases
      where id = any ($1)`,
    [many.slice(0, 3)],
  );
  const hoursOf = new Map(rows.map(({ id, hours }) => [id, hours]));
  t.deepEqual(
    many.slice(0, 3).map((id) => hoursOf.get(id)),
    [24, null, 4],
  );
  await owner.query('update label_purchases set track_at = null where id = any ($1)', [[...many, foreign]]);
});

test.serial('refunds are asked after in turns, and in more than one batch', async (t) => {
  const { database, owner, threePl } = platform;
  const { buy } = await newParcel(platform, account.id, { print: false });
  const label = (await buy()).body.data;
  const ids = await copiesOf(label.id, 1_100, platform.standard.id, 'null::timestamptz');
  const [foreign] = await copiesOf(label.id, 1, threePl.id, 'null::timestamptz');
  const awaited = () =>
    owner.query(
      `update label_purchases set voided_at = now(),
              refund_at = now() - case organization_id when $2 then interval '1 hour' else interval '2 hours' end
        where id = any ($1)`,
      [[...ids, foreign], threePl.id],
    );
  await awaited();
  const first = await takeAwaitedRefunds(database, 500);
  t.is(first.length, 500);
  t.true(first.some(({ id }) => id === foreign));
  await awaited();
  await followRefunds({ database, producer: { dispatch: () => Promise.resolve(true) } });
  const { rows } = await owner.query(
    'select count(*)::integer as left from label_purchases where id = any ($1) and refund_at <= now()',
    [ids],
  );
  t.is(rows[0].left, 0);
  await owner.query('update label_purchases set refund_at = null where id = any ($1)', [[...ids, foreign]]);
});

/** Labels like that one, of whatever parcels, to be asked after then. */
async function copiesOf(
  id: string,
  count: number,
  organizationId: string,
  trackAt: string,
): Promise<string[]> {
  const copying = await platform.owner.connect();
  try {
    await copying.query('set session_replication_role = replica');
    const { rows } = await copying.query(
      `insert into label_purchases (organization_id, id, shipment_id, carton_id, merchant_id, warehouse_id, account_id,
         service_code, state, parcel, is_printed, created_by, bought_at, track_at)
       select $3, gen_random_uuid(), shipment_id, gen_random_uuid(), merchant_id, warehouse_id, account_id, service_code,
              state, parcel, is_printed, created_by, bought_at, ${trackAt} + n * interval '1 millisecond'
         from label_purchases, generate_series(1, $2::integer) n where id = $1 order by n returning id`,
      [id, count, organizationId],
    );
    return rows.map((row) => row.id);
  } finally {
    await copying.query('set session_replication_role = origin');
    copying.release();
  }
}
