import test from 'ava';
import { addressLines, countryCode, isTraditionalUsual, paperSizeOf } from './address-lines.ts';

const written = test.macro((t, address: Record<string, string>, lines: string[]) => {
  t.deepEqual(addressLines({ name: 'Ada', address: '1 Main Street', phone: '+1 303', ...address }), lines);
});

test(
  'American: the code after the state',
  written,
  { city: 'Denver', state: 'Colorado', postal: '80638', country: 'USA' },
  ['Ada', '1 Main Street', 'Denver, CO 80638', 'United States'],
);
test(
  'German: the code before the town',
  written,
  {
    address: 'Hauptstr. 5\nHinterhaus',
    city: 'München',
    state: 'Bayern',
    postal: '80638',
    country: 'Germany',
  },
  ['Ada', 'Hauptstr. 5', 'Hinterhaus', '80638 München', 'Germany'],
);
test(
  'British: the code on a line of its own',
  written,
  { city: 'London', postal: 'SW1A 1AA', country: 'gb' },
  ['Ada', '1 Main Street', 'London', 'SW1A 1AA', 'United Kingdom'],
);
test(
  'Hungarian: the town before the street',
  written,
  { city: 'Budapest', postal: '1011', country: 'Hungary' },
  ['Ada', '1011 Budapest', '1 Main Street', 'Hungary'],
);
test(
  'an unknown country stays as it is written',
  written,
  { city: 'Zenda', postal: '12', country: 'Ruritania' },
  ['Ada', '1 Main Street', '12 Zenda', 'Ruritania'],
);

test(
  'Taiwanese: the town is said, though its layout has no place for one',
  written,
  { address: '信義路五段七號', city: '臺北市', postal: '110', country: 'TW' },
  ['Ada', '110', '信義路五段七號', '臺北市', 'Taiwan'],
);
test('no country loses the town or doubles it', (t) => {
  for (const country of [
    'HK',
    'KR',
    'MO',
    'PH',
    'TW',
    'US',
    'DE',
    'FR',
    'JP',
    'CN',
    'SG',
    'AE',
    'BR',
    'IE',
    'PL',
  ]) {
    const lines = addressLines({ address: 'Street 1', city: 'Cityville', postal: '12345', country });
    t.is(lines.join('\n').split('Cityville').length, 2, `${country}: ${lines.join(', ')}`);
  }
});

test('parts may be missing, and what is no text is left out', (t) => {
  t.deepEqual(addressLines({}), []);
  t.deepEqual(addressLines({ name: 'Ada', city: 7, country: null }), ['Ada']);
  t.deepEqual(addressLines({ city: 'Kiel', country: 'DE' }), ['Kiel', 'Germany']);
});

test('at home the country is left out, and a phone number comes last where it is wanted', (t) => {
  const address = { name: 'Ada', city: 'Kiel', country: 'Germany', phone: '+49 431' };
  t.deepEqual(addressLines(address, { fromCountry: 'DE' }), ['Ada', 'Kiel']);
  t.deepEqual(addressLines(address, { withPhone: true }), ['Ada', 'Kiel', 'Germany', '+49 431']);
});

test('countries are known by code and English name, and so is their paper', (t) => {
  t.is(countryCode('United Kingdom'), 'GB');
  t.is(countryCode('USA'), 'US');
  t.is(countryCode('Utopia'), undefined);
  t.is(paperSizeOf('Canada'), 'LETTER');
  t.is(paperSizeOf('de'), 'A4');
  t.is(paperSizeOf(undefined), 'A4');
  t.true(isTraditionalUsual('Hong Kong'));
  t.false(isTraditionalUsual('Singapore'));
});

test('countries are told by the code of today, also where a withdrawn one has the same name', (t) => {
  t.deepEqual(['France', 'Germany', 'fx', 'FR', 'nowhere'].map(countryCode), [
    'FR',
    'DE',
    'FR',
    'FR',
    undefined,
  ]);
});
