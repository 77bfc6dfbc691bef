import test from 'ava';
import pg from 'pg';
import { momentOf } from './moment-of.ts';

test('a timestamp is the moment the driver takes it for, however it is printed', (t) => {
  const byDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;
  const printed = [
    '2026-11-25 13:18:27.993412+00',
    '2024-02-29 00:00:00.000001+00',
    '1969-12-31 23:59:59.999999+00',
    '0001-01-01 00:00:00.5+00',
    '0099-12-31 00:00:00.5+00',
    '2026-11-25 13:18:27+00',
    '2026-11-25 13:18:27.5+01',
    '2026-11-25 13:18:27.5-03:30',
    '1880-01-01 00:00:00.5+01:00:15',
    '12026-11-25 13:18:27.25+00',
    '0044-03-15 12:00:00.5+00 BC',
    'infinity',
    '-infinity',
    ...Array.from(
      { length: 1000 },
      (_, fraction) => `2026-11-25 13:18:27.${String(fraction).padStart(3, '0')}+00`,
    ),
  ];
  for (const text of printed) t.deepEqual(momentOf(text), byDriver(text), text);
});
