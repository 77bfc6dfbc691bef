import test from 'ava';
import { isPublicAddress, urlProblem } from './public-address.ts';

const refused = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  // The local prefixes of NAT64 have the address elsewhere: this one leads to 10.0.0.1.
  '64:ff9b:1:a00:0:100:808:808',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '100::1',
  '',
  'localhost',
];
const allowed = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
];

for (const address of refused)
  test(`${address || '(none)'} is not public`, (t) => t.false(isPublicAddress(address)));
for (const address of allowed) test(`${address} is public`, (t) => t.true(isPublicAddress(address)));

const spellings = [
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://0/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::1]:8443/',
  'https://127.0.0.1./',
  'https://localhost/',
  'https://localhost./',
  'https://api.localhost/',
  'https://①②⑦.⓪.⓪.①/',
  'https://0xa9fea9fe/latest/meta-data',
  'https://user:word@8.8.8.8/',
  'http://8.8.8.8/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'gopher://8.8.8.8/',
  'x',
];
for (const url of spellings) test(`${url} is refused`, (t) => t.truthy(urlProblem(url, false)));

test('a public name and address pass; private ones only where the operator allows them', (t) => {
  t.is(urlProblem('https://hooks.example.com/in?x=1', false), undefined);
  t.is(urlProblem('https://8.8.8.8/', false), undefined);
  t.is(urlProblem('http://127.0.0.1:9000/', true), undefined);
  t.truthy(urlProblem('ftp://127.0.0.1/', true));
});
