import test from 'ava';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import { quotasInForce } from '../../domain/tenancy/quotas.ts';
import { createQuotaGate } from './quotas.ts';

const quotas = quotasInForce({ requests_per_second: 9, exports: 3, requests_at_once: 1 });
const token = (merchantId: string | null): Principal => ({
  token_id: 'token',
  organization_id: 'organization',
  member_id: null,
  merchant_id: merchantId,
  name: 'token',
  permissions: [],
  expires_at: null,
  edition: 'three_pl',
  quotas,
});
const warehouse = token(null);
const merchants = [token('one'), token('other')];

/** How often it may be done until it is refused. */
function timesOf(work: (time: number) => unknown): number {
  for (let time = 0; time < 100; time += 1) {
    try {
      work(time);
    } catch (fault) {
      if (fault instanceof Refusal && fault.code === 'RATE_LIMITED') return time;
      throw fault;
    }
  }
  return 100;
}

test('all merchants of an organization may send half of its requests, and then the warehouse sends the rest', (t) => {
  const gate = createQuotaGate();
  t.is(
    timesOf((time) => gate.countRequest(merchants[time % 2]!)),
    10,
    'half of nine is five, and a burst is two seconds of them',
  );
  t.deepEqual(gate.rateHeaders(merchants[0]!), {
    'RateLimit-Policy': '"requests";q=10;w=2',
    RateLimit: '"requests";r=0;t=2',
  });
  t.is(gate.rateHeaders(warehouse)['RateLimit-Policy'], '"requests";q=18;w=2');
  t.is(
    timesOf(() => gate.countRequest(warehouse)),
    8,
    'what was refused to the merchants was not taken from it',
  );
});

test('what the warehouse has used up is refused to its merchants without using up their share', (t) => {
  const gate = createQuotaGate();
  t.is(
    timesOf(() => gate.countRequest(warehouse)),
    18,
  );
  t.is(
    timesOf(() => gate.countRequest(merchants[0]!)),
    0,
  );
  t.is(gate.rateHeaders(merchants[0]!).RateLimit, '"requests";r=0;t=2');
});

test("items of merchants' batches leave half to the warehouse's", (t) => {
  const gate = createQuotaGate();
  gate.countItems(merchants[0]!, 10);
  t.throws(() => gate.assertItemRoom(merchants[1]!), { message: /5 a second/ });
  t.notThrows(() => gate.assertItemRoom(warehouse));
});

test('merchants hold half of what may be done at once, and of the bytes on their way', (t) => {
  const gate = createQuotaGate();
  const release: (() => void)[] = [];
  t.is(
    timesOf((time) => release.push(gate.take(merchants[time % 2]!, 'exports'))),
    2,
  );
  const last = gate.take(warehouse, 'exports');
  t.throws(() => gate.take(warehouse, 'exports'), { instanceOf: Refusal });
  last();
  release[0]!();
  release[0]!();
  t.is(
    timesOf(() => gate.take(merchants[0]!, 'exports')),
    1,
    'released twice is released once',
  );
  t.notThrows(() => gate.take(merchants[0]!, 'requests_at_once'), 'one is not halved to none');
  const part = 64 * 1024 * 1024;
  t.is(
    timesOf(() => gate.takeBytes(merchants[0]!, part)),
    2,
  );
  t.is(
    timesOf(() => gate.takeBytes(warehouse, part)),
    2,
  );
});
