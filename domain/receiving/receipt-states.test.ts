import test from 'ava';
import { Refusal } from '../refusal.ts';
import { allowedActions, nextState, statesOf } from '../state-machine.ts';
import { initialReceiptStatus, receiptStates, receiptStatuses } from './receipt-states.ts';
import {
  assertMayCount,
  isStartedByScan,
  receivingTaskStates,
  taskStatuses,
} from './receiving-task-states.ts';

const receiptEnds: Record<string, Partial<Record<string, string>>> = {
  receive: { imported: 'receiving', new: 'receiving', checked_in: 'receiving', receiving: 'receiving' },
  start_task: { imported: 'receiving', new: 'receiving', checked_in: 'receiving', receiving: 'receiving' },
  complete: { imported: 'received', new: 'received', checked_in: 'received', receiving: 'received' },
  reverse: { receiving: 'receiving', received: 'received' },
  close: { received: 'closed' },
};
test('a refused caller of a receipt is told what may be asked of it, and nothing else', (t) => {
  t.deepEqual(allowedActions(receiptStates, 'new'), ['receive', 'complete']);
  t.deepEqual(allowedActions(receiptStates, 'received'), ['reverse', 'close']);
});

for (const [action, ends] of Object.entries(receiptEnds)) {
  for (const from of receiptStatuses) {
    test(`a receipt that is ${from}: ${action} leads to ${ends[from] ?? 'a refusal'}`, (t) => {
      const move = () => nextState(receiptStates, from, action as 'receive');
      if (ends[from]) return t.is(move(), ends[from] as never);
      t.is(t.throws(move, { instanceOf: Refusal })?.code, 'ILLEGAL_TRANSITION');
    });
  }
}

const taskEnds = { start: 'in_progress', complete: 'completed', cancel: 'cancelled' } as const;
for (const [action, end] of Object.entries(taskEnds)) {
  for (const from of taskStatuses) {
    const isOpen = from === 'pending' || from === 'in_progress';
    test(`a receiving task that is ${from}: ${action} leads to ${isOpen ? end : 'a refusal'}`, (t) => {
      const move = () => nextState(receivingTaskStates, from, action as 'start');
      if (isOpen) return t.is(move(), end);
      t.is(t.throws(move, { instanceOf: Refusal })?.code, 'ILLEGAL_TRANSITION');
    });
  }
}

test('the tables name the states the contract names, and no other', (t) => {
  t.deepEqual(new Set<string>(statesOf(receiptStates)), new Set<string>(receiptStatuses));
  t.deepEqual(new Set<string>(statesOf(receivingTaskStates)), new Set<string>(taskStatuses));
  t.deepEqual((['purchase', 'portal', 'drayage', 'manual', 'return'] as const).map(initialReceiptStatus), [
    'imported',
    'imported',
    'imported',
    'new',
    'new',
  ]);
});

test('while a task is open, its assignee counts, or a scan that carries it', (t) => {
  const task = { id: 'task', status: 'in_progress', assignee_id: 'anna' } as const;
  const refused = (run: () => void) => t.throws(run, { instanceOf: Refusal })?.code;
  t.notThrows(() => assertMayCount(null, 'ben'));
  t.notThrows(() => assertMayCount(task, 'anna'));
  t.notThrows(() => assertMayCount(task, 'ben', 'TASK'));
  t.is(
    refused(() => assertMayCount(task, 'ben')),
    'RECEIPT_LOCKED_BY_TASK',
  );
  t.is(
    refused(() => assertMayCount(task, 'anna', 'other')),
    'RECEIPT_LOCKED_BY_TASK',
  );
  t.is(
    refused(() => assertMayCount({ ...task, assignee_id: null }, null)),
    'RECEIPT_LOCKED_BY_TASK',
  );
  t.is(
    refused(() => assertMayCount(null, 'anna', 'task')),
    'TASK_NOT_OPEN',
  );
  t.false(isStartedByScan(task));
  t.true(isStartedByScan({ ...task, status: 'pending' }));
  t.true(isStartedByScan({ ...task, assignee_id: null }));
});
