/** The label of the parcel back: where it goes, and the number of its return, which the dock scans. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { authorizedReturn, askReturn, patch, post, returnsPath, soldOrder } from './returns-rig.ts';

test('the label of an open return is printed at its warehouse, and its barcode is what the dock looks up', async (t) => {
  const platform = await joinPlatform(t);
  const { client, standard } = platform;
  const sold = await soldOrder(platform, 2);
  const asked = (await askReturn(client, sold, 1)).body.data;
  const path = `${returnsPath}/${asked.id}/label`;
  t.is((await post(client, path, {})).body.error.code, 'ILLEGAL_TRANSITION', 'nobody authorized it');
  const found = await authorizedReturn(client, sold, 1);
  const printed = await post(client, `${returnsPath}/${found.id}/label`, { copies: 2 });
  t.is(printed.status, 201, printed.text);
  const { print_job_id: id } = printed.body.data;
  const { rows } = await platform.owner.query(
    `select j.label_kind, j.ref_type, j.ref_id, j.warehouse_id, j.copies, x.zpl_content as zpl from print_jobs j
       join label_texts x on x.organization_id = j.organization_id and x.sha256 = j.zpl_sha256 where j.id = $1`,
    [id],
  );
  t.like(rows[0], {
    label_kind: 'return',
    ref_type: 'return',
    ref_id: found.id,
    warehouse_id: standard.warehouseId,
    copies: 2,
  });
  t.true(rows[0].zpl.includes(found.return_no));
  const { labels } = (await client.get(`${returnsPath}/${found.id}`)).body.data;
  t.deepEqual(
    labels.map(({ print_job_id, copies }: any) => [print_job_id, copies]),
    [[id, 2]],
  );
  t.is((await client.get(`/api/wms/returns/lookup?code=${found.return_no}`)).status, 200);
  await patch(client, `${returnsPath}/${found.id}`, { action: 'cancel' });
  t.is((await post(client, `${returnsPath}/${found.id}/label`, {})).body.error.code, 'ILLEGAL_TRANSITION');
  const viewer = await platform.clientWith(standard, ['oms.returns.view']);
  t.is((await viewer.post(path, {})).status, 403);
  const other = await platform.clientWith(platform.threePl, ['wms.print.create']);
  t.is((await post(other, path, {})).status, 404);
});
