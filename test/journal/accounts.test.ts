import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, base, issuedInvoice, journal } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform; accounts: Record<string, string> }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, accounts: await accountsByCode(platform.client) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

test('an account that was used keeps its type and stays; a new one can go', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const made = await client.post(`${base}/accounts`, {
    code: '6150',
    name: 'Telephone',
    type: 'expense',
    subtype: 'overhead',
  });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  t.is(
    (
      await client.post(`${base}/accounts`, {
        code: '6150',
        name: 'Twice',
        type: 'expense',
        subtype: 'overhead',
      })
    ).status,
    409,
  );
  t.is(
    (await client.post(`${base}/accounts`, { code: '6151', name: 'x', type: 'expense', subtype: 'bank' }))
      .body.error.details[0].path,
    'subtype',
  );
  const child = await client.post(`${base}/accounts`, {
    code: '6152',
    name: 'Mobile',
    type: 'expense',
    subtype: 'overhead',
    parent_id: id,
  });
  t.is(child.status, 201);
  t.is(
    (await client.patch(`${base}/accounts/${id}`, { parent_id: child.body.data.id })).body.error.details[0]
      .code,
    'cycle',
  );
  t.is((await client.delete(`${base}/accounts/${id}`)).body.error.code, 'ACCOUNT_IN_USE', 'a parent');
  const childPath = `${base}/accounts/${child.body.data.id}`;
  await client.post(journal, {
    description: 'Call',
    lines: [
      { account_id: child.body.data.id, debit: 5 },
      { account_id: t.context.accounts['1000'], credit: 5 },
    ],
  });
  t.is((await client.patch(childPath, { type: 'asset', subtype: 'cash' })).body.error.code, 'ACCOUNT_IN_USE');
  t.is((await client.delete(childPath)).body.error.code, 'ACCOUNT_IN_USE');
  t.is((await client.patch(childPath, { is_active: false })).body.data.is_active, false);
  t.is(
    (
      await client.post(journal, {
        description: 'Call',
        lines: [
          { account_id: child.body.data.id, debit: 5 },
          { account_id: t.context.accounts['1000'], credit: 5 },
        ],
      })
    ).body.error.code,
    'ACCOUNT_INACTIVE',
  );
  const unused = await client.post(`${base}/accounts`, {
    code: '6153',
    name: 'Fax',
    type: 'expense',
    subtype: 'overhead',
  });
  t.deepEqual((await client.delete(`${base}/accounts/${unused.body.data.id}`)).body.data, {
    id: unused.body.data.id,
    deleted: true,
  });
  t.is(
    (await client.delete(`${base}/accounts/${t.context.accounts['1100']}`)).body.error.code,
    'ACCOUNT_IN_USE',
    'a system account',
  );
});

test.serial("balances of the list stand on each account's own side", async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  await issuedInvoice(t, client, { customer_id: standard.customerId }, { lines: [{ unit_price: 19.99 }] });
  const { body } = await client.get(`${base}/accounts?page_size=200`);
  for (const account of body.data) {
    const { rows } = await platform.owner.query(
      'select coalesce(sum(base_debit - base_credit), 0) as net from journal_lines where account_id = $1',
      [account.id],
    );
    t.is(account.balance, (account.normal_side === 'debit' ? 1 : -1) * Number(rows[0].net) + 0, account.code);
  }
  t.true(body.data.length >= 30);
});
