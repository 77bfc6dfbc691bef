/** Carriers' invoices from files and to files, by merchant; and those taken in wrongly. */
import test from 'ava';
import { inTenant } from '../../db/database.ts';
import { readInvoicedLines } from '../../db/transport/carrier-invoices.write.ts';
import { roles } from '../../domain/permissions.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { importFile } from '../imports/import-file.ts';
import { rowsLookedAt } from '../lists/rows-read.ts';
import type { FarCarrier } from '../parcels/far-carrier.ts';
import { newAccount } from '../parcels/parcels-rig.ts';
import { asked, inOrder, openInvoices, path, type InvoicesRig } from './carrier-invoices-rig.ts';

let rig: InvoicesRig;
let platform: Platform;
let far: FarCarrier;
test.before(async () => {
  rig = await openInvoices();
  ({ platform, far } = rig);
});
test.after.always(() => rig?.close());

const imported: InvoicesRig['imported'] = (...given) => rig.imported(...given);
const act: InvoicesRig['act'] = (...given) => rig.act(...given);
const bought: InvoicesRig['bought'] = (...given) => rig.bought(...given);

test.serial(
  'the cost of each merchant is on the bill and in the file to the cent, and nothing is rebilled by it',
  async (t) => {
    const { client, standard } = platform;
    const second = await client.post('/api/wms/merchants', { code: 'SECOND', name: 'The second merchant' });
    t.is(second.status, 201, second.text);
    const account = await newAccount(client, far.url);
    const mine = await bought(account.id);
    const theirs = await bought(account.id, second.body.data.id);
    const made = await imported(account.id, [
      asked(mine, 9.11, 'FRT', { length_cm: 60, width_cm: 40, height_cm: 40 }),
      asked(theirs, 7.42),
      asked(theirs, 3.33, 'ADC', { corrected: 'address' }),
      asked({ tracking_no: 'NOBODYS' }, 5),
    ]);
    const { id } = made.body.data;
    await act(id, 'match');
    const lines = async (query: string) => (await client.get(`${path}/${id}/lines?${query}`)).body.data;
    t.deepEqual(
      (await lines(`merchant_id=${second.body.data.id}`)).map((line: any) => [
        line.merchant_code,
        line.merchant_name,
        line.service_code,
        line.shipment_no,
        line.dearer_by,
      ]),
      [null, 'address'].map((by) => ['SECOND', 'The second merchant', 'GROUND', theirs.shipment_no, by]),
    );
    t.deepEqual(
      (await lines('verdict=dearer,not_ours')).map((line: any) => line.dearer_by),
      ['dims', 'address', null],
    );
    const file = await client.get(`${path}/${id}/lines?verdict=dearer,not_ours&format=csv`);
    t.regex(String(file.headers.get('content-type')), /^text\/csv/);
    const [, ...rows] = file.text.trim().split('\n');
    t.is(rows.length, 3);
    t.regex(
      rows[1]!,
      new RegExp(`ADC,.*3\\.33,0,3\\.33,dearer,address,.*SECOND,${theirs.shipment_no},,GROUND`),
    );
    const billed = await act(id, 'bill');
    const bill = (await client.get(`/api/accounting/bills/${billed.body.data.bill_id}`)).body.data;
    t.is(bill.total, 19.86);
    const [{ splits, rebill_item_id }] = bill.lines;
    t.is(rebill_item_id, null);
    t.deepEqual(
      inOrder(splits.map((split: any) => `${split.merchant_id} ${split.amount}`)),
      inOrder([`${standard.merchantId} 9.11`, `${second.body.data.id} 10.75`]),
    );
  },
);

test.serial(
  'what was taken in wrongly is cancelled, and the right one taken in under its number',
  async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url);
    const label = await bought(account.id);
    const taken = async (lines: any[]) => {
      const made = await imported(account.id, lines, { invoice_no: 'MISTYPED' });
      t.is(made.status, 201, made.text);
      return made.body.data.id as string;
    };
    const wrong = await taken([asked(label, 74.2)]);
    await act(wrong, 'match');
    const billed = await act(wrong, 'bill');
    const { bill_id } = billed.body.data;
    const reason = 'The comma was left out.';
    const standing = await act(wrong, 'cancel', { reason });
    t.like(standing.body.error, { code: 'CONFLICT', details: { bill_id } }, standing.text);
    t.is((await client.delete(`/api/accounting/bills/${bill_id}`)).status, 200);
    const gone = await act(wrong, 'cancel', { reason });
    t.like(gone.body.data, { state: 'cancelled', cancel_reason: reason, bill_id: null, billed_at: null });
    t.truthy(gone.body.data.cancelled_at);
    t.is((await act(wrong, 'cancel', { reason })).status, 200, 'repeated, it does nothing');
    t.is((await act(wrong, 'match')).body.error.code, 'ILLEGAL_TRANSITION');
    const right = await taken([asked(label, 7.42)]);
    t.like((await act(right, 'match')).body.data, { ours: 7.42, refused: 0 }, 'it was not asked before');
    const { rows } = await platform.owner.query(
      'select type, data from events where subject_id = $1 order by subject_seq desc limit 1',
      [wrong],
    );
    t.like(rows[0], { type: 'carrier_invoice.cancelled', data: { previous_state: 'billed' } });
  },
);

test.serial('an invoice comes as a file, whole or not at all, and writes numbers as it likes', async (t) => {
  const { client, standard } = platform;
  const account = await newAccount(client, far.url);
  const label = await bought(account.id);
  const { code } = (await client.get(`/api/wms/carriers/${standard.carrierId}`)).body.data;
  const accountant = await platform.clientWith(standard, roles['accountant']!);
  const header =
    'account,carrier,invoice_no,invoice_date,currency,total,tracking_no,charge_code,amount,weight_kg,description';
  const lineOf = (no: string, total: number, rest: string): string =>
    [account.name, code, no, '2026-11-20', 'USD', total, rest].join(',');
  const spoken = ` ${label.tracking_no.toLowerCase().replace(/^(..)(.*)$/, '$1 $2')}`;
  const good = [
    lineOf('FILE-1', 8.92, `${spoken},FRT,7.42,2.5,`),
    lineOf('FILE-1', 8.92, `${spoken},ADDR,1.5,,Address corrected`),
  ];
  const odd = [lineOf('FILE-2', 9, `${spoken},FRT,7.42,,`), lineOf('FILE-2', 9, `${spoken},FRT,1.5,,`)];
  const file = (lines: string[]): string => [header, ...lines].join('\n');
  const rejected = await importFile(accountant, 'carrier-invoices', { csv: file([...good, ...odd]) });
  t.like(rejected, { state: 'rejected', lines_bad: 2 });
  t.deepEqual(
    rejected.errors.map(({ line, problems }: any) => [line, problems[0].path, problems[0].code]),
    [
      [4, 'total', 'does_not_add_up'],
      [5, 'total', 'does_not_add_up'],
    ],
  );
  t.is(
    (await importFile(accountant, 'carrier-invoices', { csv: file(good), dry_run: true })).state,
    'checked',
  );
  t.deepEqual((await client.get(`${path}?invoice_no=FILE-1`)).body.data, []);
  t.like(await importFile(accountant, 'carrier-invoices', { csv: file(good) }), {
    state: 'completed',
    created_count: 2,
  });
  const [taken] = (await client.get(`${path}?invoice_no=FILE-1`)).body.data;
  t.like(taken, { state: 'imported', lines: 2, total: 8.92, account_id: account.id });
  t.like((await act(taken.id, 'match')).body.data, { ours: 8.92, refused: 0 });
  const again = await importFile(accountant, 'carrier-invoices', { csv: file(good) });
  t.deepEqual(
    again.errors.map(({ problems }: any) => problems[0].code),
    ['DUPLICATE', 'DUPLICATE'],
  );
  const { rows } = await platform.owner.query(
    "select 1 from events where type = 'carrier_invoice.imported' and subject_id = $1",
    [taken.id],
  );
  t.is(rows.length, 1);
  // Its amounts add up without the bad line.
  const holed = [
    lineOf('FILE-3', 7.42, `${spoken},FRT,7.42,,`),
    lineOf('FILE-3', 7.42, `${spoken},ADDR,0,-1,`),
  ];
  const whole = lineOf('FILE-4', 1.5, `${spoken},FRT,1.5,,`);
  t.like(
    await importFile(accountant, 'carrier-invoices', { csv: file([...holed, whole]), skip_bad_lines: true }),
    { state: 'completed', lines_bad: 2, created_count: 1 },
  );
  t.deepEqual((await client.get(`${path}?invoice_no=FILE-3`)).body.data, []);
  const keeper = await platform.clientWith(standard, ['wms.master_data.view']);
  t.is((await keeper.get(`/api/wms/imports/${again.id}`)).status, 404);
  t.is((await keeper.get(`/api/wms/imports/${again.id}/errors`)).status, 404);
  t.is((await keeper.get('/api/wms/imports')).body.meta.total, 0);
  t.is((await accountant.get(`/api/wms/imports/${again.id}/errors`)).status, 200);
  const floor = await platform.clientWith(standard, roles['operator']!);
  t.is((await floor.post('/api/wms/imports/carrier-invoices', { csv: file(good) })).status, 403);
});

test.serial(
  'the labels of an invoice are found by their numbers, however many the account has',
  async (t) => {
    const { client, standard, owner, database } = platform;
    const account = await newAccount(client, far.url);
    const label = await bought(account.id);
    const made = await imported(account.id, [asked(label, 7.42), asked(label, 1.5, 'ADDR')]);
    const { id: invoiceId } = made.body.data;
    const copies = await owner.connect();
    try {
      await copies.query("set session_replication_role = 'replica'");
      const { rows } = await copies.query(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
        where attrelid = 'label_purchases'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
          and attname not in ('id', 'tracking_no', 'quote_id', 'carton_id', 'shipment_id')`,
      );
      const { names } = rows[0];
      await copies.query(
        `insert into label_purchases (id, tracking_no, shipment_id, ${names})
       select uuid7(), 'COPY' || n, uuid7(), ${names} from label_purchases, generate_series(1, 20000) n where id = $1`,
        [label.id],
      );
      await copies.query('analyze label_purchases');
      const looked = await inTenant(database, { organizationId: standard.id }, async (tx) => {
        const before = await rowsLookedAt(tx, ['label_purchases']);
        const lines = await readInvoicedLines(tx, invoiceId);
        t.deepEqual(
          lines.map((line) => line.label?.id),
          [label.id, label.id],
        );
        return (await rowsLookedAt(tx, ['label_purchases'])) - before;
      });
      t.true(looked < 10, `${looked} labels were looked at`);
    } finally {
      await copies.query("delete from label_purchases where tracking_no like 'COPY%'");
      await copies.query('reset session_replication_role');
      copies.release();
    }
  },
);
