/** What else may be said of work than that it is done: each in words, and as a request that a program sends as it is told. */
import { decimal } from '../decimal.ts';
import type { WorkRecord } from './work-record.ts';

type Field = WorkRecord['fields'][number];

export interface WorkChoice {
  say: string;
  /** Only once the answer to the request of finish has this field, and it is not null. */
  after: string | null;
  method: 'PATCH' | 'POST';
  path: string;
  action: string | null;
  /** What is sent with it as it is. */
  fixed: { put_back?: true; reason?: string };
  /** Under which name each scan is sent. */
  fields: readonly Field[];
}

const plain = { after: null, method: 'PATCH', fixed: {}, fields: [] } as const;
const quantity = (field: string): Field => ({ scan: 'quantity', field, is_list: false });
const serials: Field = { scan: 'serial', field: 'serial_nos', is_list: true };

interface PickToChoose {
  id: string;
  /** Where the goods of its shipment go; null outside a job. */
  position: string | null;
  qty: string;
  is_taken: boolean;
  serial_tracked?: boolean;
}

/** Of a stop of a batch, they are of the first of its picks: who asks again is told what is left of it. */
export function choicesOfPick(pick: PickToChoose, isStop: boolean): WorkChoice[] {
  const { id, position, qty, is_taken: isTaken } = pick;
  const request = { ...plain, path: `/api/wms/pick-tasks/${id}` };
  const less =
    position === null
      ? 'Fewer are there: enter how many you take, 0 for none.'
      : `Fewer are there: enter how many of the ${decimal(qty).toString()} for ${position} you put there, 0 for none.`;
  const short: WorkChoice = {
    ...request,
    say: less,
    action: 'short',
    fields: [
      quantity('picked_qty'),
      ...(position === null ? [] : [{ scan: 'position', field: 'position', is_list: false } as const]),
      ...(pick.serial_tracked ? [serials] : []),
    ],
  };
  const back: WorkChoice = {
    ...request,
    say: isTaken ? 'Put it back where it was, and give it back.' : 'Give it back.',
    action: 'unclaim',
    fixed: isTaken ? { put_back: true } : {},
  };
  const left: WorkChoice = {
    ...request,
    say: 'Count what is left of it there.',
    after: 'please_count',
    action: 'confirm',
    fields: [quantity('left_qty')],
  };
  return isStop ? [short, back] : [short, back, left];
}

export const choicesOfJob = (id: string): WorkChoice[] => [
  { ...plain, say: 'Give the job back.', path: `/api/wms/pick-jobs/${id}`, action: 'abandon' },
];

interface MoveToChoose {
  id: string;
  status: string;
  lpn_id: string | null;
  /** What orders hold goes along, and goes whole. */
  carries_allocations: boolean;
  serial_tracked?: boolean;
}

export function choicesOfMove(move: MoveToChoose, mayCancel: boolean): WorkChoice[] {
  const request = { ...plain, path: `/api/wms/moves/${move.id}` };
  const isBegun = move.status === 'in_progress';
  const begin = { ...request, say: 'You have it in hand: nobody counts it where it was.', action: 'start' };
  const fewer: WorkChoice = {
    ...request,
    say: 'You put fewer there: enter how many.',
    action: 'confirm',
    fields: [quantity('qty'), ...(move.serial_tracked ? [serials] : [])],
  };
  const back = isBegun ? 'Put it back where it was, and give it back.' : 'Give it back.';
  const gone: WorkChoice = {
    ...request,
    say: 'It is not there.',
    action: 'cancel',
    fixed: { reason: 'not there' },
  };
  return [
    ...(isBegun ? [] : [begin]),
    ...(move.lpn_id === null && !move.carries_allocations ? [fewer] : []),
    { ...request, say: back, action: 'unclaim' },
    ...(mayCancel ? [gone] : []),
  ];
}

const backAsCounted = 'Give it back: what you counted stays.';

/** A count ends once everything the ledger has was counted: what is not there is said by its place. */
export const choicesOfCount = (id: string): WorkChoice[] => [
  {
    ...plain,
    say: 'Nothing, or nothing else, is there: scan the location again.',
    method: 'POST',
    path: `/api/wms/count-tasks/${id}/lines`,
    action: null,
    fields: [{ scan: 'location', field: 'empty_locations', is_list: true }],
  },
  { ...plain, say: backAsCounted, path: `/api/wms/count-tasks/${id}`, action: 'unclaim' },
];

export const choicesOfReceiving = (id: string): WorkChoice[] => [
  { ...plain, say: backAsCounted, path: `/api/wms/tasks/${id}`, action: 'unclaim' },
];

export const choicesOfPutBack = (id: string): WorkChoice[] => [
  {
    ...plain,
    say: 'Fewer are there: enter how many you put back, 0 for none.',
    path: `/api/wms/put-back-tasks/${id}`,
    action: 'complete',
    fields: [quantity('qty')],
  },
];
