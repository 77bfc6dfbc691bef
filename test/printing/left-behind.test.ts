/** Labels whose default printer leaves its hub, or moves with it to another warehouse: nobody chose that printer. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import {
  enrollBody,
  enrollHub,
  makeEnrollmentKey,
  postToRelay,
  testDevice,
  TestLink,
  type TestDevice,
} from './relay-client.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

/** A warehouse of its own, since each has one default printer. */
async function newWarehouse(): Promise<string> {
  const code = `W${randomUUID().slice(0, 8)}`;
  const { body } = await platform.client.post('/api/wms/warehouses', {
    code,
    name: code,
    time_zone: 'America/New_York',
  });
  return body.data.id;
}

/** A linked hub in a warehouse. */
async function linkedHub(warehouseId: string, devices: TestDevice[]) {
  const hub = await enrollHub(platform.url, platform.client, { warehouse_id: warehouseId });
  const link = await TestLink.greeted(platform.url, hub, devices);
  return { ...hub, link };
}

async function queueLabel(warehouseId: string, more: object = {}): Promise<string> {
  const body = { label_kind: 'carton', zpl_content: '^XA^XZ', warehouse_id: warehouseId, ...more };
  return (await platform.client.post('/api/wms/print-jobs', body)).body.data.id;
}

async function printerOf(id: string): Promise<string | null> {
  return (await platform.client.get(`/api/wms/print-jobs/${id}`)).body.data.device_id;
}

const makeDefault = (id: string) =>
  platform.client.patch(`/api/wms/print-devices/${id}`, { is_default_label_printer: true });

// One after another: whatever is dispatched again is dispatched in the whole organization.
test.serial('labels of a printer that leaves its hub go to the default that is already there', async (t) => {
  const warehouseId = await newWarehouse();
  const old = testDevice({ name: 'Old' });
  const next = testDevice({ name: 'Next', is_default_label_printer: false });
  const { link } = await linkedHub(warehouseId, [old, next]);
  t.teardown(() => link.close());
  const id = await queueLabel(warehouseId);
  t.is(await printerOf(id), old.device_id);
  await makeDefault(next.device_id);
  link.send({ type: 'devices', id: 'd1', devices: [next] });
  await until('the default takes the label', async () => (await printerOf(id)) === next.device_id);
});

test.serial(
  'a workstation that lost its keys is told whose its printers are, and has them once that hub is revoked',
  async (t) => {
    const warehouseId = await newWarehouse();
    const printer = testDevice();
    const before = await linkedHub(warehouseId, [printer]);
    const again = await linkedHub(warehouseId, []);
    const elsewhere = await linkedHub(await newWarehouse(), []);
    t.teardown(() => [before, again, elsewhere].forEach(({ link }) => link.close()));
    const id = await queueLabel(warehouseId, { device_id: printer.device_id });
    const tell = async ({ link }: typeof again) => {
      link.send({ type: 'devices', id: 'd1', devices: [printer] });
      return (await link.next('devices_ack'))['foreign'];
    };
    t.deepEqual(await tell(again), [printer.device_id], 'a live hub keeps its printers');
    t.deepEqual(await tell(before), []);
    t.is((await platform.client.delete(`/api/wms/hubs/${before.hubId}`)).status, 200);
    t.deepEqual(await tell(again), []);
    const { body } = await platform.client.get(`/api/wms/print-devices?warehouse_id=${warehouseId}`);
    t.like(body.data, [
      { id: printer.device_id, hub_id: again.hubId, is_default_label_printer: true, status: 'ready' },
    ]);
    t.is((await again.link.claim(id)).type, 'claimed', 'what waits for it goes there');
    t.deepEqual(await tell(elsewhere), [printer.device_id]);
    t.is((await platform.client.delete(`/api/wms/hubs/${again.hubId}`)).status, 200);
    t.deepEqual(await tell(elsewhere), [], 'its workstation was paired with the wrong warehouse');
  },
);

test.serial('labels of a revoked hub go to the default of another hub', async (t) => {
  const warehouseId = await newWarehouse();
  const old = testDevice({ name: 'Old' });
  const next = testDevice({ name: 'Next', is_default_label_printer: false });
  const gone = await linkedHub(warehouseId, [old]);
  const { link } = await linkedHub(warehouseId, [next]);
  t.teardown(() => (gone.link.close(), link.close()));
  const id = await queueLabel(warehouseId);
  await makeDefault(next.device_id);
  t.is((await platform.client.delete(`/api/wms/hubs/${gone.hubId}`)).status, 200);
  await until('the default takes the label', async () => (await printerOf(id)) === next.device_id);
});

const ways = {
  'is moved': (hubId: string, warehouseId: string) =>
    platform.client.patch(`/api/wms/hubs/${hubId}`, { warehouse_id: warehouseId }),
  'is enrolled again': async (
    _hubId: string,
    warehouseId: string,
    keys: Parameters<typeof enrollBody>[2],
  ) => {
    const { organizationId } = platform.client;
    const { enrollment_key: key } = await makeEnrollmentKey(platform.client);
    return postToRelay(
      platform.url,
      'enroll',
      enrollBody(organizationId, key, keys, { warehouse_id: warehouseId }),
    );
  },
};
for (const [way, move] of Object.entries(ways)) {
  test.serial(
    `a hub that ${way} to another warehouse leaves the labels that wait for a default behind`,
    async (t) => {
      const [here, there] = [await newWarehouse(), await newWarehouse()];
      const moving = testDevice({ name: 'Moving' });
      const staying = testDevice({ name: 'Staying', is_default_label_printer: false });
      const hub = await linkedHub(here, [moving]);
      const { link } = await linkedHub(here, [staying]);
      t.teardown(() => (hub.link.close(), link.close()));
      const id = await queueLabel(here);
      const chosen = await queueLabel(here, { device_id: moving.device_id });
      t.is(await printerOf(id), moving.device_id);
      t.is((await move(hub.hubId, there, hub.keys)).status, 200);
      t.is(await printerOf(id), null);
      // Somebody chose the printer for this one.
      t.is(await printerOf(chosen), moving.device_id);
      const again = await TestLink.greeted(platform.url, hub, [moving]);
      t.teardown(() => again.close());
      t.is((await again.claim(id))['reason'], 'NOT_FOUND');
      t.is((await again.claim(chosen)).type, 'claimed');
      await makeDefault(staying.device_id);
      await link.next('offer', (frame) => frame['print_job_id'] === id);
    },
  );
}
