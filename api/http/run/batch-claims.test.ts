import test from 'ava';
import { claimOfItem, claimsOfBatch } from './batch-claims.ts';

const scope = { principal: 'token', method: 'POST', path: '/api/things/batch' };

test('a batch is read once for the claims of all its places, which differ in their place alone', (t) => {
  let reads = 0;
  const body = {
    get items() {
      reads += 1;
      return [{ name: 'a' }];
    },
  };
  const { whole, ofPlace } = claimsOfBatch('key', { ...scope, body })!;
  const claims = [whole, ...Array.from({ length: 500 }, (_, index) => ofPlace(index))];
  t.is(reads, 1);
  t.is(new Set(claims.map(({ route }) => route)).size, 501);
  t.is(new Set(claims.map(({ key, fingerprint }) => `${key} ${fingerprint}`)).size, 1);
});

test('an item may have the key that its batch has', (t) => {
  const { whole, ofPlace } = claimsOfBatch('key', { ...scope, body: {} })!;
  const { route } = claimOfItem('key', scope, {});
  t.false([whole.route, ofPlace(0).route].includes(route));
});

test('a batch without a key claims nothing', (t) => {
  t.is(claimsOfBatch(undefined, { ...scope, body: {} }), undefined);
});
