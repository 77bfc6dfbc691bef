import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, base, journal, rentEntry } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform; accounts: Record<string, string> }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, accounts: await accountsByCode(platform.client) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

test('another organization sees none of the books', async (t) => {
  const { platform, accounts } = t.context;
  const posted = await platform.client.post(journal, rentEntry(accounts, 3));
  const other = await platform.clientWith(platform.threePl, [
    'accounting.view',
    'journal.post',
    'accounting.accounts',
  ]);
  t.is((await other.get(`${journal}/${posted.body.data.id}`)).status, 404);
  t.is((await other.post(`${journal}/${posted.body.data.id}/reverse`, { reason: 'x' })).status, 404);
  t.is((await other.patch(`${base}/accounts/${accounts['1000']}`, { name: 'Mine' })).status, 404);
  t.is((await other.post(journal, rentEntry(accounts, 3))).body.error.code, 'UNKNOWN_REFERENCE');
  const merchant = await platform.clientWith(platform.threePl, ['accounting.view'], {
    merchantId: platform.threePl.merchantId,
  });
  t.is((await merchant.get(journal)).body.meta.total, 0, 'a merchant does not read the ledger of its house');
});

test('every endpoint asks who is there and what they may', async (t) => {
  const { platform } = t.context;
  const nobody = await platform.clientWith(platform.standard, ['wms.inbound.view']);
  const id = uuidv7();
  const calls: [string, string, object?][] = [
    ['get', 'accounts'],
    ['post', 'accounts'],
    ['patch', `accounts/${id}`],
    ['delete', `accounts/${id}`],
    ['get', 'journal-entries'],
    ['post', 'journal-entries'],
    ['get', `journal-entries/${id}`],
    ['post', `journal-entries/${id}/reverse`],
    ['get', 'invoices'],
    ['post', 'invoices'],
    ['get', `invoices/${id}`],
    ['patch', `invoices/${id}`],
    ['delete', `invoices/${id}`],
    ['get', `invoices/${id}/payments`],
    ['post', `invoices/${id}/payments`],
    ['get', 'bills'],
    ['post', 'bills'],
    ['get', `bills/${id}`],
    ['patch', `bills/${id}`],
    ['delete', `bills/${id}`],
    ['get', `bills/${id}/payments`],
    ['post', `bills/${id}/payments`],
    ['get', 'reports/trial-balance'],
    ['get', 'reports/aging'],
  ];
  for (const [method, path] of calls) {
    const url = `${platform.url}${base}/${path}`;
    const body =
      method === 'get' || method === 'delete'
        ? {}
        : { body: '{}', headers: { 'content-type': 'application/json' } };
    t.is((await fetch(url, { method: method.toUpperCase(), ...body })).status, 401, `${method} ${path}`);
    const answer = await (nobody as any)[method](
      `${base}/${path}`,
      method === 'get' || method === 'delete' ? undefined : {},
    );
    t.is(answer.status, 403, `${method} ${path}`);
  }
  const missing: [string, string, object?][] = [
    ['patch', `accounts/${id}`, { name: 'x' }],
    ['delete', `accounts/${id}`],
    ['get', `journal-entries/${id}`],
    ['post', `journal-entries/${id}/reverse`, { reason: 'x' }],
    ['get', `invoices/${id}`],
    ['patch', `invoices/${id}`, { notes: 'x' }],
    ['patch', `invoices/${id}`, { action: 'issue' }],
    ['delete', `invoices/${id}`],
    ['get', `invoices/${id}/payments`],
    ['post', `invoices/${id}/payments`, { method: 'ach', amount: 1 }],
    ['get', `bills/${id}`],
    ['patch', `bills/${id}`, { action: 'approve' }],
    ['delete', `bills/${id}`],
    ['get', `bills/${id}/payments`],
    ['post', `bills/${id}/payments`, { method: 'ach', amount: 1 }],
  ];
  for (const [method, path, body] of missing) {
    const answer = await (platform.client as any)[method](`${base}/${path}`, body);
    t.is(answer.status, 404, `${method} ${path}: ${answer.text}`);
  }
  for (const path of ['accounts', 'journal-entries', 'invoices', 'bills']) {
    const answer = await platform.client.post(`${base}/${path}`, { nonsense: true });
    t.is(answer.status, 400, path);
    t.is((await platform.client.get(`${base}/${path}?nonsense=1`)).status, 400);
  }
});
