import test from 'ava';
import { unknownState, isReady, parseErrorStatus, parseHostStatus, troubleOf } from './printer-state.ts';

const hostStatus = (first: string, second: string) =>
  `\x02${first}\x03\r\n\x02${second}\x03\r\n\x021234,0\x03\r\n`;
const CLEAN_FIRST = '030,0,0,1245,000,0,0,0,000,0,0,0';
const CLEAN_SECOND = '000,0,0,0,0,2,4,0,00000000,1,000';

test('a clean host status is idle and ready', (t) => {
  const state = { ...unknownState, ...parseHostStatus(hostStatus(CLEAN_FIRST, CLEAN_SECOND)) };
  t.is(isReady(state), true);
  t.is(state.idle, true);
});

test('host status flags are read one by one', (t) => {
  t.true(parseHostStatus(hostStatus('030,1,0,1245,000,0,0,0,000,0,0,0', CLEAN_SECOND))?.out_of_paper);
  t.true(parseHostStatus(hostStatus('030,0,1,1245,000,0,0,0,000,0,0,0', CLEAN_SECOND))?.paused);
  t.true(parseHostStatus(hostStatus(CLEAN_FIRST, '000,0,1,0,0,2,4,0,00000000,1,000'))?.cover_open);
  t.true(parseHostStatus(hostStatus(CLEAN_FIRST, '000,0,0,1,0,2,4,0,00000000,1,000'))?.out_of_ribbon);
  t.false(parseHostStatus(hostStatus('030,0,0,1245,002,0,0,0,000,0,0,0', CLEAN_SECOND))?.idle);
  t.false(parseHostStatus(hostStatus(CLEAN_FIRST, '000,0,0,0,0,2,4,0,00000003,1,000'))?.idle);
});

test('half a host status is not an answer', (t) => {
  t.is(parseHostStatus(`\x02${CLEAN_FIRST}\x03\r\n`), null);
  t.is(parseHostStatus(''), null);
});

test('error bits mean media, ribbon, head, and anything else', (t) => {
  const errors = (flag: number, low: string) =>
    parseErrorStatus(`PRINTER STATUS\r\n ERRORS:   ${flag} 00000000 ${low}\r\n`);
  t.like(errors(1, '00000005'), {
    out_of_paper: true,
    cover_open: true,
    out_of_ribbon: false,
    other_error: false,
  });
  t.like(errors(1, '00000008'), { out_of_paper: false, other_error: true });
  t.like(errors(0, '00000000'), { out_of_paper: false, other_error: false });
  t.is(parseErrorStatus('nonsense'), null);
});

test('unknown is neither ready nor in trouble', (t) => {
  t.is(isReady(unknownState), null);
  t.is(troubleOf(unknownState), null);
});
