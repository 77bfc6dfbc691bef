import test from 'ava';
import { keyRing, rolePassword } from './platform-keys.ts';
import { open, seal } from './seal.ts';

const old = 'the-secret-of-last-year-0123456789';
const present = 'the-secret-of-this-year-0123456789';
const place = 'channel_connections.credentials org-1 connection-1';

test('what was sealed opens in its place and nowhere else', (t) => {
  const keys = keyRing({ current: present }, 'credentials');
  const sealed = seal(keys, 'shpat_Zürich', place);
  t.is(open(keys, sealed, place), 'shpat_Zürich');
  t.is(open(keys, sealed, place.replace('org-1', 'org-2')), undefined);
  t.not(seal(keys, 'shpat_Zürich', place), sealed, 'the same text never looks the same');
});

test('every altered byte, and every cut, keeps it shut', (t) => {
  const keys = keyRing({ current: present }, 'credentials');
  const sealed = seal(keys, 'secret', place);
  const [id, body] = sealed.split('.') as [string, string];
  const bytes = Buffer.from(body, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = altered[at]! ^ 1;
    t.is(open(keys, `${id}.${altered.toString('base64url')}`, place), undefined);
    t.is(open(keys, `${id}.${bytes.subarray(0, at).toString('base64url')}`, place), undefined);
  }
  for (const rubbish of ['', '.', id, `${id}.`, 'x'.repeat(200)]) t.is(open(keys, rubbish, place), undefined);
});

test('while a secret is replaced both open and the new one seals; afterwards the old one is over', (t) => {
  const before = keyRing({ current: old }, 'credentials');
  const meanwhile = keyRing({ current: present, previous: old }, 'credentials');
  const after = keyRing({ current: present }, 'credentials');
  const sealedBefore = seal(before, 'secret', place);
  const sealedMeanwhile = seal(meanwhile, 'secret', place);
  t.is(open(meanwhile, sealedBefore, place), 'secret');
  t.is(open(after, sealedMeanwhile, place), 'secret');
  t.is(open(after, sealedBefore, place), undefined);
  t.is(open(before, sealedMeanwhile, place), undefined);
});

test('no purpose shares a key or a password with another, and each secret has its own', (t) => {
  const purposes = ['ops session', 'hub token', 'credentials'] as const;
  const derived = [old, present].flatMap((current) => [
    ...purposes.map((purpose) => keyRing({ current }, purpose)[0].bytes.toString('base64url')),
    ...['platform_app', 'platform_system'].map((role) => rolePassword({ current }, role)),
  ]);
  t.is(new Set(derived).size, 10);
});
