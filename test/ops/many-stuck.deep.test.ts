/** After an outage more is stuck than `/ops` shows at once: it says so. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { enrollHub } from '../printing/relay-client.ts';

test('more failed commands and silent hubs than fit are named as more, and those that fit as all there are', async (t) => {
  const { client, owner, standard, url } = await startPlatform(t, { workers: false });
  const { accessToken } = client;
  const body = new URLSearchParams({ access_token: accessToken });
  const login = await fetch(`${url}/ops/login`, { method: 'POST', redirect: 'manual', body });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
  const page = async () => (await fetch(`${url}/ops`, { headers: { cookie } })).text();
  const adjustment = {
    warehouse_id: standard.warehouseId,
    item_id: standard.items['PLAIN'],
    location_id: standard.locations['A-01'],
    qty_delta: 1,
    reason_code: 'found',
  };
  const sent = await client.post('/api/wms/inventory/adjust', adjustment, {
    headers: { prefer: 'respond-async' },
  });
  const id = sent.body.data.operation_id as string;
  await owner.query(
    `update commands set state = 'failed', finished_at = now(), outcome = '{"state":"failed","message":"away"}'
      where id = $1`,
    [id],
  );
  const copies = (count: number) =>
    owner.query(
      `insert into commands select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
         from commands c cross join generate_series(1, $2::int) where c.id = $1`,
      [id, count],
    );
  await copies(49);
  t.notRegex(await page(), /there are more/);
  await copies(1);
  t.regex(await page(), /The newest 50 are shown; there are more/);

  const { hubId } = await enrollHub(url, client);
  const silentHubs = (count: number) =>
    owner.query(
      `insert into hubs select (jsonb_populate_record(h, jsonb_build_object(
                'id', gen_random_uuid(), 'public_key', gen_random_uuid(), 'last_seen_at', now() - interval '1 day'))).*
         from hubs h cross join generate_series(1, $2::int) where h.id = $1`,
      [hubId, count],
    );
  await silentHubs(50);
  t.notRegex(await page(), /The first 50 are shown/);
  await silentHubs(1);
  t.regex(await page(), /The first 50 are shown; there are more/);
});
