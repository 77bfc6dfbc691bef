import test from 'ava';
import { hubRig, pairedClient, printerRig } from '../../test/hub/rig/hub-rig.ts';

test('ids are the same in capitals, and parameters that are none may be null', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id } = await printerRig(t, rig.hub);
  const status = await client.request('printer.status', { device_id: device_id.toUpperCase() });
  t.is(status.data?.['device_id'], device_id);
  t.is(
    (await client.request('printer.status', { device_id: `{${device_id}}` })).error?.code,
    'INVALID_PARAMS',
  );
  t.like(await client.raw('{"id":"n","action":"printer.list","params":null}'), { id: 'n', ok: true });
});

test('an answer carries the id of what it answers, and a number is a number', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id } = await printerRig(t, rig.hub);
  t.like(await client.raw('{"id":9}'), { id: 9, ok: false, error: { code: 'BAD_REQUEST' } });
  t.like(await client.raw('{"id":"p","action":"hub.info","params":7}'), {
    id: 'p',
    error: { code: 'BAD_REQUEST' },
  });
  const data = '^XA^FDone^FS^XZ';
  t.is(
    (await client.request('printer.print', { device_id, data, copies: '1' })).error?.code,
    'INVALID_PARAMS',
  );
  t.is(
    (await client.request('device.register', { device_id, name: 'One', is_default: 'yes' })).error?.code,
    'INVALID_PARAMS',
  );
});

test('registering again changes what it names and keeps the rest', async (t) => {
  const rig = await hubRig(t);
  const client = await pairedClient(t, rig);
  const { device_id } = await printerRig(t, rig.hub, 'Packing 3');
  const register = async (params: object) =>
    (await client.request('device.register', { device_id, ...params })).data;
  const line = () => rig.hub.book.get(device_id).serial;
  t.like(await register({ name: 'Dock 1' }), { name: 'Dock 1', is_default: true });
  t.like(await register({ serial: { baud_rate: 115_200 } }), { name: 'Dock 1', is_default: true });
  t.deepEqual(line(), { baud_rate: 115_200, flow_control: 'xon_xoff' });
  t.like(await register({ serial: { flow_control: 'rts_cts' } }), { name: 'Dock 1' });
  t.deepEqual(line(), { baud_rate: 115_200, flow_control: 'rts_cts' });
  t.like(await register({ is_default: false }), { name: 'Dock 1', is_default: false });
  t.deepEqual(line(), { baud_rate: 115_200, flow_control: 'rts_cts' });
  t.like(await register({}), { name: 'Dock 1', is_default: false, registered: true });
});
