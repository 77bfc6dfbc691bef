import test from 'ava';
import { countedAddress } from './client-address.ts';

test('all addresses of one IPv6 network are counted as one, every IPv4 address by itself', (t) => {
  const network = countedAddress('2001:db8:1:2::1');
  t.is(network, '2001:db8:1:2::/64');
  for (const same of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002:0::9', '2001:DB8:1:2::a%eth0'])
    t.is(countedAddress(same), network);
  t.not(countedAddress('2001:db8:1:3::1'), network);
  t.is(countedAddress('203.0.113.7'), '203.0.113.7');
  t.is(countedAddress('no address'), 'no address');
});
