import test from 'ava';
import { until } from '../helpers/wait.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('a pallet built while receiving queues one label, and a second scan onto it none', async (t) => {
  const { client, standard } = platform;
  const created = await client.post('/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: standard.items['PLAIN'], expected_qty: 20 }],
  });
  const { id, lines } = created.body.data;
  const scan = {
    receipt_line_id: lines[0].id,
    received_qty: 8,
    location_id: standard.locations['A-01'],
    pallet_lpn: 'PAL-LABEL-1',
  };
  for (let scans = 0; scans < 2; scans += 1) {
    const scanned = await client.post(`/api/wms/inbound-receipts/${id}/receive-line`, scan);
    t.is(scanned.status, 200, scanned.text);
  }
  const { rows } = await platform.owner.query(
    "select count(*)::int as open from commands where name = 'printing.label_pallet' and organization_id = $1",
    [standard.id],
  );
  t.is(rows[0].open, 1);
  const jobs = await until('the label of the pallet is queued', async () => {
    const { data } = (await client.get('/api/wms/print-jobs?status=queued')).body;
    return data.length > 0 && data;
  });
  t.is(jobs.length, 1);
  t.is(jobs[0].label_kind, 'pallet');
  const stored = await platform.owner.query(
    'select zpl_content from print_jobs j join label_texts t on t.sha256 = zpl_sha256 and t.organization_id = j.organization_id where id = $1',
    [jobs[0].id],
  );
  t.regex(stored.rows[0].zpl_content, /PAL-LABEL-1/);
});

test('pallets built at once get a label each, with their own contents and a number of their own', async (t) => {
  const { client, standard, owner } = await joinPlatform(t);
  t.is((await client.patch('/api/tenancy/settings', { gs1_company_prefix: '4012345' })).status, 200);
  const created = await client.post('/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: standard.items['PLAIN'], expected_qty: 500 }],
  });
  const { id, lines } = created.body.data;
  const sizes = Array.from({ length: 12 }, (_, index) => index + 1);
  const scans = await Promise.all(
    sizes.map((size) =>
      client.post(`/api/wms/inbound-receipts/${id}/receive-line`, {
        receipt_line_id: lines[0].id,
        received_qty: size,
        location_id: standard.locations['A-01'],
        pallet_lpn: `PAL-OF-${size}`,
      }),
    ),
  );
  t.deepEqual([...new Set(scans.map(({ status }) => status))], [200]);
  const labels = await until('each pallet has its label', async () => {
    const { rows } = await owner.query(
      `select p.lpn, p.sscc, x.zpl_content from print_jobs j
         join lpns p on p.organization_id = j.organization_id and p.id = j.ref_id
         join label_texts x on x.organization_id = j.organization_id and x.sha256 = j.zpl_sha256
        where j.organization_id = $1 and j.label_kind = 'pallet'`,
      [standard.id],
    );
    return rows.length >= sizes.length && rows;
  });
  t.is(labels.length, sizes.length);
  t.is(new Set(labels.map(({ sscc }) => sscc)).size, sizes.length, 'no number twice');
  for (const { lpn, sscc, zpl_content: zpl } of labels) {
    t.true(zpl.includes(lpn) && zpl.includes(sscc), lpn);
    t.true(zpl.includes(`QTY ${lpn.replace('PAL-OF-', '')} `), `${lpn} names what lies on it`);
  }
});
