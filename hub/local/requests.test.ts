import test from 'ava';
import { hubRig, pairedClient, printerRig } from '../test-rig/hub-rig.ts';

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
