/** Pick jobs of one organization, kept from others and from merchants; and what a claim does not take. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShelf, onTask, type Running } from '../fulfillment/outbound-rig.ts';
import { claim, claimed, codeOf, itemAt, jobsPath, onJob, waveOf } from './jobs-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('who may see and work jobs, one job a cart, and fields nobody knows', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl, clientWith } = platform;
  const item = await itemAt(platform, await newShelf(platform), 9);
  const wave = await waveOf(platform, [[[item, 1]], [[item, 1]], [[item, 1]]]);
  const only = { wave_id: wave.id, positions: 1 };
  const { id, job_no, picks } = await claimed(platform, { ...only, cart: 'C1' });
  t.is(codeOf(await claim(platform, { ...only, cart: 'C1' })), '409 DUPLICATE');
  const both = ['wms.picking.view', 'wms.picking.work'] as const;
  const colleague = await clientWith(standard, both);
  t.is((await claimed(platform, { ...only, cart: 'C2' }, colleague)).person === null, false);
  t.is(codeOf(await onJob(colleague, id, 'take')), '409 PICK_JOB_TAKEN');
  t.is(
    codeOf(await onTask(colleague, picks[0].pick_task_id, 'confirm', { position: picks[0].position })),
    '409 PICK_TASK_TAKEN',
  );
  const viewer = await clientWith(standard, ['wms.picking.view']);
  t.is((await viewer.get(`${jobsPath}/${id}`)).status, 200);
  t.is(codeOf(await claim(platform, only, viewer)), '403 FORBIDDEN');
  const stranger = await clientWith(threePl, both);
  t.is((await stranger.get(`${jobsPath}/${id}`)).status, 404);
  t.is((await onJob(stranger, id, 'abandon')).status, 404);
  const ofMerchant = await clientWith(standard, both, { merchantId: standard.merchantId });
  t.is((await ofMerchant.get(`${jobsPath}/${id}`)).status, 404);
  t.false((await ofMerchant.get(jobsPath)).text.includes(job_no));
  t.is(codeOf(await onJob(ofMerchant, id, 'abandon')), '403 FORBIDDEN');
  for (const [fields, named] of [
    [{ positions: 0 }, 'positions'],
    [{ positions: 100 }, 'positions'],
    [{ method: 'single', positions: 2 }, 'positions'],
    [{ put_wall: 'W1' }, 'put_wall'],
    [{ colour: 'red' }, 'colour'],
    [{ from_location_id: id }, 'from_location_id'],
    [{ warehouse_id: threePl.warehouseId }, 'warehouse_id'],
  ] as const) {
    const refused = await claim(platform, fields);
    t.is(refused.status, 400, refused.text);
    t.true(refused.text.includes(named), refused.text);
  }
  t.like((await claimed(platform, { wave_id: wave.id, method: 'single' })).picks[0], { position: null });
  t.is((await claim(platform, { wave_id: wave.id })).status, 404, 'nothing is left');
  t.is((await client.get(`${jobsPath}?status=open&method=single`)).body.data.length, 1);
});
