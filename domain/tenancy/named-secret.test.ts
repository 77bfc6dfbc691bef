import { randomUUID } from 'node:crypto';
import test from 'ava';
import { newSecret, organizationNamed, publicName } from './named-secret.ts';

test('a secret names its organization and nothing else does', (t) => {
  const ids = [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ...Array.from({ length: 100 }, () => randomUUID()),
  ];
  for (const id of ids) {
    const secret = newSecret('wp', id);
    t.is(organizationNamed(secret), id);
    t.is(secret.split('_')[1], publicName(id));
    t.not(newSecret('wp', id), secret);
  }
  for (const other of ['wop_abc', 'wp_short_x', `wp_${'a'.repeat(27)}_x`, ''])
    t.is(organizationNamed(other), undefined);
  // RFC 4648 of sixteen bytes of 0xff.
  t.is(publicName(ids[1]!), '77777777777777777777777774');
});
