/** License plates that were planned before their goods came: a pallet and its cartons arrive together. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** A pallet with two cartons, all planned, and a receipt to count onto them. */
async function planned() {
  const { client, standard } = platform;
  const made = async (more: object): Promise<{ id: string; lpn: string }> =>
    (await client.post('/api/wms/pallets', { warehouse_id: standard.warehouseId, ...more })).body.data;
  const pallet = await made({});
  const cartons = [
    await made({ type: 'carton', parent_id: pallet.id }),
    await made({ type: 'carton', parent_id: pallet.id }),
  ];
  const receipt = await makeReceipt(client, standard, { lines: [{ sku: 'PLAIN', qty: 20 }] });
  const receive = (lpn: string, code: string, more: object = {}) =>
    receipt.receive({ received_qty: 5, pallet_lpn: lpn, location_id: standard.locations[code], ...more });
  const standing = async () =>
    Promise.all(
      [pallet, ...cartons].map(async ({ id }) => {
        const { location_id, state, parent_id } = (await client.get(`/api/wms/pallets/${id}`)).body.data;
        return `${state} ${Object.keys(standard.locations).find((code) => standard.locations[code] === location_id) ?? '-'}${parent_id ? ' on the pallet' : ''}`;
      }),
    );
  return { pallet, cartons, receive, standing };
}

const together = ['active A-01', 'active A-01 on the pallet', 'active A-01 on the pallet'];

test('goods received onto a planned carton put its pallet there too', async (t) => {
  const { cartons, receive, standing } = await planned();
  t.is((await receive(cartons[0]!.lpn, 'A-01')).status, 200);
  t.deepEqual(await standing(), together);
  const elsewhere = await receive(cartons[1]!.lpn, 'A-02');
  t.is(`${elsewhere.status} ${elsewhere.body.error?.code}`, '409 LPN_IN_USE');
  t.is((await receive(cartons[1]!.lpn, 'A-01')).status, 200);
  t.deepEqual(await standing(), together);
});

test('goods received onto a planned pallet put its cartons there too', async (t) => {
  const { pallet, cartons, receive, standing } = await planned();
  t.is((await receive(pallet.lpn, 'A-01')).status, 200);
  t.deepEqual(await standing(), together);
  const elsewhere = await receive(cartons[0]!.lpn, 'A-02');
  t.is(`${elsewhere.status} ${elsewhere.body.error?.code}`, '409 LPN_IN_USE');
});

test('how high a pallet stands is what is said with the last goods, be it onto one of its cartons', async (t) => {
  const { pallet, cartons, receive } = await planned();
  const heights = async () =>
    Promise.all(
      [pallet, ...cartons].map(
        async ({ id }) => (await platform.client.get(`/api/wms/pallets/${id}`)).body.data.height_cm,
      ),
    );
  for (const [{ lpn }, said, known] of [
    [cartons[0]!, { pallet_height_cm: 120 }, 120],
    [cartons[0]!, { pallet_height_cm: 130.5 }, 130.5],
    [cartons[1]!, {}, null],
    [pallet, { received_qty: 1, pallet_height_cm: 140 }, 140],
  ] as const) {
    const counted = await receive(lpn, 'A-01', said);
    t.is(counted.status, 200, counted.text);
    t.deepEqual(await heights(), [known, null, null]);
  }
  t.is((await receive(pallet.lpn, 'A-01', { received_qty: 0.5 })).status, 200);
  t.deepEqual(await heights(), [null, null, null]);
});
