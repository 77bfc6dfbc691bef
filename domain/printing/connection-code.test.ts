import test from 'ava';
import fc from 'fast-check';
import { connectionCode, readConnectionCode } from './connection-code.ts';

const connection = {
  backend_url: 'https://warehouse.example.com',
  organization_id: '01a1feb6-0000-7000-8000-000000000001',
  warehouse_id: '01a1feb6-0000-7000-8000-000000000002',
  enrollment_key: 'hek_abc-DEF_123',
};

test('a code is read back as it was made, also broken over lines by a mail', (t) => {
  const code = connectionCode(connection);
  t.regex(code, /^HUB1-[\w-]+$/);
  t.deepEqual(readConnectionCode(code), connection);
  t.deepEqual(readConnectionCode(`  ${code.slice(0, 40)}\r\n ${code.slice(40)}\n`), connection);
  t.deepEqual(readConnectionCode(connectionCode({ ...connection, warehouse_id: null })), {
    ...connection,
    warehouse_id: null,
  });
});

test('what is no code, or only a piece of one, is none', (t) => {
  const code = connectionCode(connection);
  for (const bad of ['', 'hello', 'HUB1-', 'HUB1-e30', code.slice(5), `${code}${code}`]) {
    t.is(readConnectionCode(bad), undefined, bad);
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: code.length - 2 }), (length) => {
      t.is(readConnectionCode(code.slice(0, length)), undefined);
    }),
  );
});
