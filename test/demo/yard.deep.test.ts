/** What the contract's yard calls need is there in each demo organization from the first start. */
import test from 'ava';
import { createDemoData } from '../../server/demo/data.ts';
import { createClient } from '../helpers/client.ts';
import { startPlatform } from '../helpers/platform.ts';

test('an appointment with nothing but the contract’s fields finds a door, and its trailer a place in the yard', async (t) => {
  const platform = await startPlatform(t);
  const { main, standalone, threePl } = await createDemoData(platform.database);
  for (const demo of [main, standalone, threePl]) {
    const client = createClient(platform.url, {
      id: demo.organization_id,
      accessToken: demo.access_token,
    });
    const start = Date.now() + 3_600_000;
    const booked = await client.post('/v1/yms/appointments', {
      carrier: 'FASTSHIP',
      plate: 'JT 4711',
      container_no: 'MSKU1234565',
      window_start: new Date(start).toISOString(),
      window_end: new Date(start + 3_600_000).toISOString(),
    });
    t.is(booked.status, 201, booked.text);
    t.is((await client.post(`/v1/yms/appointments/${booked.body.id}/check-in`)).status, 200);
    const { spots } = (await client.get('/v1/yms/yard-map')).body;
    const { code } = spots.find(({ kind }: { kind: string }) => kind === 'parking');
    const move = { trailer_id: 'JT 4711', to_location: code };
    t.is((await client.post('/v1/yms/movements', move)).status, 201);
  }
});
