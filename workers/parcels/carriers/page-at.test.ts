import test from 'ava';
import { pageAt } from './page-at.ts';

test('where a parcel can be followed is a page that may be shown to anybody, or nothing', (t) => {
  t.is(pageAt('https://track.example.test/1Z 1?a=b'), 'https://track.example.test/1Z%201?a=b');
  t.is(pageAt('http://track.example.test'), 'http://track.example.test/');
  for (const odd of [
    null,
    7,
    '',
    'track.example.test/1Z',
    'javascript:alert(1)',
    'data:text/html,<b>',
    'https://user:secret@track.example.test/',
    `https://track.example.test/${'x'.repeat(500)}`,
    `https://track.example.test/${'é'.repeat(200)}`,
    {},
    [],
  ])
    t.is(pageAt(odd), null, JSON.stringify(odd));
});
