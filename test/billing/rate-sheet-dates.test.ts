/** The lines of a draft rate sheet go where its dates go, so that what was moved can be activated. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig, type BillingRig } from './billing-rig.ts';

const base = '/api/accounting/billing/rate-sheets';

let platform: Platform & { stop(): Promise<void> };
let rig: BillingRig;
test.before(async () => {
  platform = await joinPlatform();
  rig = await billingRig(platform);
});
test.after.always(() => platform?.stop());

interface Line {
  line_no: number;
  effective_from: string;
  effective_to: string | null;
}

const priced = (item: string, more: object = {}) => ({
  billing_item_id: item,
  pricing_model: 'per_unit',
  rate: 1,
  ...more,
});

/** What an answer says of the lines: the days each of them is in force. */
const daysOf = ({ body }: { body: any }): string[] =>
  body.data.lines.map((line: Line) => `${line.effective_from} ${line.effective_to ?? 'open'}`);

async function revisionOf(t: { is(a: unknown, b: unknown): unknown }, code: string, lines: object[]) {
  const sheet = await rig.sheet(lines, {
    code,
    warehouse_id: null,
    merchant_id: rig.organization.merchantId,
  });
  const revised = await rig.client.patch(`${base}/${sheet}`, { action: 'revise' });
  t.is(revised.status, 200);
  await rig.client.patch(`${base}/${sheet}`, { action: 'archive' });
  return `${base}/${revised.body.data.id}`;
}

test.serial('a revision whose date is moved takes its lines along and can be activated', async (t) => {
  const [pick, pack] = [await rig.item('MOVE-PICK'), await rig.item('MOVE-PACK')];
  const path = await revisionOf(t, 'MOVED', [
    priced(pick, { effective_to: '2026-06-30' }),
    priced(pick, { effective_from: '2026-07-01' }),
    priced(pack),
  ]);
  const later = await rig.client.patch(path, { effective_from: '2026-04-01' });
  t.is(later.status, 200, later.text);
  t.deepEqual(daysOf(later), ['2026-04-01 2026-06-30', '2026-07-01 open', '2026-04-01 open']);
  const earlier = await rig.client.patch(path, { effective_from: '2026-02-01', effective_to: '2026-12-31' });
  t.deepEqual(daysOf(earlier), ['2026-02-01 2026-06-30', '2026-07-01 open', '2026-02-01 open']);
  const activated = await rig.client.patch(path, { action: 'activate' });
  t.is(activated.status, 200, activated.text);
  await rig.client.patch(path, { action: 'archive' });
});

test.serial(
  'lines that end with their sheet end with it; those that reach past its new end are cut',
  async (t) => {
    const [pick, pack] = [await rig.item('ENDS-PICK'), await rig.item('ENDS-PACK')];
    const made = await rig.client.post(base, {
      code: 'ENDS',
      name: 'Ends',
      currency: 'USD',
      effective_from: '2026-01-01',
      effective_to: '2026-12-31',
      lines: [
        priced(pick, { effective_to: '2026-12-31' }),
        priced(pack, { effective_from: '2026-02-01', effective_to: '2026-10-31' }),
      ],
    });
    const path = `${base}/${made.body.data.id}`;
    const shorter = await rig.client.patch(path, { effective_to: '2026-09-30' });
    t.deepEqual(daysOf(shorter), ['2026-01-01 2026-09-30', '2026-02-01 2026-09-30']);
    const open = await rig.client.patch(path, { effective_to: null });
    t.deepEqual(daysOf(open), ['2026-01-01 open', '2026-02-01 open']);
    t.is((await rig.client.patch(path, { action: 'activate' })).status, 200);
    await rig.client.patch(path, { action: 'archive' });
  },
);

test.serial(
  'dates that would leave a line no day are refused with the line, and nothing moves',
  async (t) => {
    const item = await rig.item('GONE-PICK');
    const path = await revisionOf(t, 'GONE', [
      priced(item, { effective_to: '2026-03-31' }),
      priced(item, { effective_from: '2026-09-01' }),
    ]);
    const before = await rig.client.get(path);
    for (const [change, field, line] of [
      [{ effective_from: '2026-04-01' }, 'effective_from', 1],
      [{ effective_to: '2026-08-31' }, 'effective_to', 2],
    ] as const) {
      const refused = await rig.client.patch(path, change);
      t.is(refused.status, 400, refused.text);
      const [problem] = refused.body.error.details;
      t.like(problem, { path: field, code: 'leaves_lines_out' });
      t.regex(problem.message, new RegExp(`line ${line}\\b`));
    }
    t.deepEqual((await rig.client.get(path)).body.data, before.body.data);
    const wrong = await rig.client.patch(path, { effective_from: '2026-10-01', effective_to: '2026-09-01' });
    t.is(wrong.status, 400, wrong.text);
    t.is((await rig.client.patch(path, { action: 'activate' })).status, 200);
    await rig.client.patch(path, { action: 'archive' });
  },
);

test.serial('a revision that begins earlier than its sheet has prices from its first day', async (t) => {
  const item = await rig.item('EARLY-PICK');
  const sheet = await rig.sheet([priced(item)], { code: 'EARLY', effective_from: '2026-05-01' });
  const revised = await rig.client.patch(`${base}/${sheet}`, {
    action: 'revise',
    effective_from: '2026-04-01',
  });
  t.deepEqual(daysOf(revised), ['2026-04-01 open']);
  await rig.client.patch(`${base}/${sheet}`, { action: 'archive' });
});
