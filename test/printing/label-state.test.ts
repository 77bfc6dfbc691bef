/** What a label sets in a printer ends with it: the next one comes out as if it were the first. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { boundHub, tcpPrinter } from './print-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const plain = '^XA^FO20,20^A0N,40^FDplain^FS^XZ';
// All of them real labels use.
const spoiling =
  '~SD30~TA-100^XA^MUI^LH300,300^LS200^LT100^POI^PMY^LRY^JMB^CI13^PR12^MD30^MNN^MTT^PW100^FWI^BY9,3,400^CFB,99,99^CVY~DGR:A.GRF,2,1,FFFF^FO1,1^XGA.GRF,1,1^FS^XZ';

test.serial('a label comes out alike before and after one that shifts, mirrors and turns', async (t) => {
  const printer = await tcpPrinter(t, 'Shared');
  const settings: Readonly<Record<string, string>>[] = [];
  printer.printer.on('label', (label) => settings.push(label.settings));
  const { deviceIds } = await boundHub(t, platform, platform.client, [printer]);
  for (const zpl of [plain, spoiling, plain]) {
    const { body } = await platform.client.post('/api/wms/print-jobs', {
      label_kind: 'carton',
      zpl_content: zpl,
      device_id: deviceIds[0],
    });
    await until('it is printed', async () => {
      const { data } = (await platform.client.get(`/api/wms/print-jobs/${body.data.id}`)).body;
      return data.status === 'done';
    });
  }
  const [first, spoilt, last] = settings;
  t.is(settings.length, 3);
  t.deepEqual(last, first);
  t.is(spoilt!['^PM'], 'Y', 'the label itself has what it asked for');
  for (const adjustment of ['~SD', '~TA', '^LS', '^LT', '^PR', '^MD', '^MN', '^MT'])
    t.is(last![adjustment], undefined, `${adjustment} is the printer's own`);
  t.is(printer.labels[2], plain);

  const ten = await platform.client.post('/api/wms/print-jobs', {
    label_kind: 'carton',
    zpl_content: '^XA^FDten^FS^PQ10^XZ',
    device_id: deviceIds[0],
  });
  const path = `/api/wms/print-jobs/${ten.body.data.id}`;
  await until('ten are printed', async () => (await platform.client.get(path)).body.data.status === 'done');
  const again = await platform.client.post(`${path}/reprint`, { copies: 101 });
  t.like(again.body.error, { code: 'TOO_MANY_LABELS', details: { labels_per_copy: 10 } });
  t.is((await platform.client.post(`${path}/reprint`, { copies: 2 })).status, 201);
  const { rows } = await platform.owner.query(
    'select copies * labels_per_copy as labels from print_jobs where id = $1 or reprint_of = $1 order by id',
    [ten.body.data.id],
  );
  t.deepEqual(
    rows.map(({ labels }) => labels),
    [10, 20],
  );
});

test.serial('more than a thousand labels are not one job, however they are counted', async (t) => {
  const post = (zpl: string, copies: number) =>
    platform.client.post('/api/wms/print-jobs', { label_kind: 'carton', zpl_content: zpl, copies });
  const hundred = await post('^XA^FDx^FS^PQ99999999^XZ', 1);
  t.is(hundred.status, 422);
  t.like(hundred.body.error, { code: 'ZPL_FORBIDDEN', details: { line: 1, column: 11 } });
  t.regex(hundred.body.error.message, /\^PQ prints more than 1000 labels/);
  const many = await post(`${plain}${plain}^XA^FDx^FS^PQ8^XZ`, 101);
  t.is(many.status, 422);
  t.like(many.body.error, {
    code: 'TOO_MANY_LABELS',
    details: { path: 'copies', copies: 101, labels_per_copy: 10, labels_max: 1000 },
  });
  t.is((await post(`${plain}${plain}^XA^FDx^FS^PQ8^XZ`, 100)).status, 201);
});
