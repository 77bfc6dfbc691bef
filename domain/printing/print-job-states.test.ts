import test from 'ava';
import { isOnline, printJobStates, printJobStatuses, waitingReason } from './print-job-states.ts';
import { nextState, statesOf } from '../state-machine.ts';

test('the table names exactly the statuses of the contract', (t) => {
  t.deepEqual(statesOf(printJobStates).sort(), [...printJobStatuses].sort());
});

test('cancel only from queued, retry only from failed', (t) => {
  for (const status of printJobStatuses) {
    const tried = (action: 'cancel' | 'retry') => {
      try {
        return nextState(printJobStates, status, action);
      } catch {
        return null;
      }
    };
    t.is(tried('cancel'), status === 'queued' ? 'cancelled' : null);
    t.is(tried('retry'), status === 'failed' ? 'queued' : null);
  }
});

test('a device is online up to two minutes after it was last seen', (t) => {
  const now = new Date('2026-01-01T12:00:00Z');
  t.true(isOnline(new Date('2026-01-01T11:58:00Z'), now));
  t.false(isOnline(new Date('2026-01-01T11:57:59.999Z'), now));
  t.false(isOnline(null, now));
});

test('a waiting job says why it waits', (t) => {
  const now = new Date('2026-01-01T12:00:00Z');
  const fine = {
    status: 'queued',
    device_id: 'd',
    device_status: 'ready',
    device_removed_at: null,
    device_last_seen_at: now,
    device_asked_at: null,
    content_type: 'application/zpl' as const,
    device_takes: ['zpl'],
  };
  t.is(waitingReason(fine, now), null);
  t.is(waitingReason({ ...fine, device_id: null }, now), 'NO_DEFAULT_PRINTER');
  t.is(waitingReason({ ...fine, device_removed_at: now }, now), 'DEVICE_REMOVED');
  t.is(waitingReason({ ...fine, device_last_seen_at: null }, now), 'DEVICE_OFFLINE');
  t.is(waitingReason({ ...fine, device_status: 'out_of_paper' }, now), 'PRINTER_NOT_READY');
  t.is(waitingReason({ ...fine, device_asked_at: now }, now), 'BACKLOG_UNDECIDED');
  t.is(waitingReason({ ...fine, content_type: 'application/pdf' }, now), 'LABEL_NOT_TAKEN');
  t.is(waitingReason({ ...fine, content_type: 'image/png' }, now), null);
  t.is(waitingReason({ ...fine, device_id: null, status: 'done' }, now), null);
});
