/** The next thing to do, whatever kind of work it is, and what to scan for it. */
import { findScannable } from '../../../db/catalog/packagings.read.ts';
import { readCountWalk } from '../../../db/counting/counts.read.ts';
import { lpnOf } from '../../../db/moves/planned-goods.read.ts';
import { findPlannedMove } from '../../../db/moves/planned-moves.read.ts';
import { skusToReceive } from '../../../db/receiving/receipts.read.ts';
import { listPutBacks } from '../../../db/shipping/shipments.read.ts';
import { findTask, type TaskRow } from '../../../db/tasks/tasks.read.ts';
import { Refusal } from '../../../domain/refusal.ts';
import {
  finishOf,
  isMove,
  workableKinds,
  workKinds,
  workPermissions,
  type Finish,
  type WorkKind,
} from '../../../domain/tasks/work-kinds.ts';
import {
  choicesOfCount,
  choicesOfMove,
  choicesOfPutBack,
  choicesOfReceiving,
  type WorkChoice,
} from '../../../domain/tasks/work-choices.ts';
import { recordOf } from '../../../domain/tasks/work-record.ts';
import {
  namedMax,
  scans,
  stepsOfCarrying,
  stepsOfCount,
  stepsOfPlate,
  stepsOfReceiving,
  type WorkStep,
} from '../../../domain/tasks/work-steps.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { workCommands, workKindList } from '../../../queues/tasks/work.ts';
import { command, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pickWork } from './pick-work.ts';

/** What is read in these scans is sent with the request, under these names. */
const fieldOf = { position: 'position', zone: 'zone', serial: 'serial_nos' } as const;
type SentScan = keyof typeof fieldOf;
const sentScans = Object.keys(fieldOf) as SentScan[];

const scanFields = () =>
  s.listOf(
    s.object({
      scan: s.choice(...scans),
      field: s.described(s.text(), 'The name it is sent under.'),
      is_list: s.described(s.flag(), 'It takes all that the scans of the round read, as a list.'),
    }),
  );

const choiceView = s.object({
  say: s.freeText(600),
  after: s.nullable(
    s.text(40),
    'To be sent only after finish, where its answer has this field and it is not null.',
  ),
  method: s.choice('PATCH', 'POST'),
  path: s.text(),
  action: s.nullable(s.text(40)),
  fixed: s.described(
    s.object({
      put_back: s.optional(s.flag(), 'What was taken lies where it was again.'),
      reason: s.optional(s.text(200)),
    }),
    'Fields of the request, sent as they are.',
  ),
  fields: s.described(
    scanFields(),
    'Under which name what is scanned or entered is sent; what there is nothing for is left out.',
  ),
});

const workView = s.object({
  work: s.nullable(
    s.object({
      kind: s.choice(...workKinds),
      id: s.uuid(),
      ref_type: s.text(),
      ref_id: s.uuid(),
      ref_no: s.nullable(s.text()),
      priority: s.integer({ min: -1_000_000, max: 1_000_000 }),
      created_at: s.instant(),
      steps: s.listOf(
        s.object({
          scan: s.choice(...scans),
          code: s.nullable(s.text(), 'What the scan has to read; null where the person finds out.'),
          barcodes: s.described(
            s.listOf(s.object({ barcode: s.text(), uom: s.nullable(s.text()) })),
            'What else the scan may read: of an item any of its barcodes with the unit it stands for (null: the base unit), of a position the planned cartons that stand there, of a stock_status its words.',
          ),
          qty: s.nullable(stockQty()),
          say: s.freeText(600),
        }),
      ),
      finish: s.object({
        path: s.text(),
        action: s.text(40),
        fields: s.optional(
          s.object({ pick_task_id: s.uuid(), qty: stockQty() }),
          'Fields of the request, sent as they are.',
        ),
        needs: s.described(
          s.listOf(s.choice(...Object.values(fieldOf))),
          'Scans that the request takes as fields: what was read.',
        ),
      }),
      record: s.nullable(
        s.object({
          method: s.choice('POST'),
          path: s.text(),
          list: s.nullable(
            s.text(),
            'The list of the request that a round of scans is one entry of; null: a round is the request.',
          ),
          fields: s.described(
            scanFields(),
            'Under which name what each scan of the round read is sent; what there was nothing to scan for is left out.',
          ),
        }),
        'Where the scans of a round (of one item at one place) go as they are made, before the request of finish; null where that is all.',
      ),
      choices: s.described(
        s.listOf(choiceView),
        'What else may be said of it, each as a request: that something is not there, how many are, that it is given back.',
      ),
    }),
    'Null if there is nothing to do.',
  ),
});

type Facts = Pick<TaskRow, 'ref_type' | 'ref_id' | 'ref_no' | 'priority' | 'created_at'>;

interface Described {
  facts: Facts;
  steps: WorkStep[];
  finish: Finish;
  choices: WorkChoice[];
}

/** What the answer says of work of each kind. Picks and moves, which are most of it, are read in one statement for a group. */
async function describe({ tx, principal }: Call, kind: WorkKind, id: string): Promise<Described> {
  if (kind === 'pick') return pickWork(tx, id);
  const finish = finishOf(kind, id);
  if (isMove(kind)) {
    const move = existing('planned move', await findPlannedMove(tx, id));
    const { pallet_lpn: lpn, move_no: ref_no, priority, created_at } = move;
    const scannable = move.item_id === null ? undefined : await findScannable(tx, move.item_id);
    const steps = lpn ? stepsOfPlate(move, lpn) : stepsOfCarrying({ ...move, ...scannable, lpn: null });
    const choices = choicesOfMove(
      { ...scannable, ...move },
      principal.permissions.includes('wms.moves.plan'),
    );
    const facts = { ref_type: 'planned_move', ref_id: id, ref_no, priority, created_at };
    return { facts, steps, finish, choices };
  }
  const facts = existing('task', await findTask(tx, kind === 'receive' ? [] : [kind], id));
  if (kind === 'receive') {
    const toReceive = await skusToReceive(tx, facts.ref_id, namedMax);
    const steps = stepsOfReceiving(facts.ref_no ?? '', toReceive);
    return { facts, steps, finish, choices: choicesOfReceiving(id) };
  }
  if (kind === 'count') {
    const { locations, skus } = await readCountWalk(tx, id);
    return { facts, steps: stepsOfCount(locations, skus), finish, choices: choicesOfCount(id) };
  }
  const { rows } = await listPutBacks(tx, { id, page: 1, page_size: 1 });
  const putBack = existing('put-back task', rows[0]);
  const lpn = putBack.lpn_id && (await lpnOf(tx, putBack.lpn_id));
  // Its units are those of the shipment: none are named.
  const { barcodes = [] } = (await findScannable(tx, putBack.item_id)) ?? {};
  const steps = stepsOfCarrying({ ...putBack, barcodes, lpn });
  return { facts, steps, finish, choices: choicesOfPutBack(id) };
}

async function claimed(call: Call, { kind, id }: { kind: WorkKind | null; id: string | null }) {
  if (!kind || !id) return present(workView, { work: null });
  const { facts, steps, finish, choices } = await describe(call, kind, id);
  const { ref_type, ref_id, ref_no, priority, created_at } = facts;
  const record = recordOf(kind, id, ref_id);
  // What is recorded line by line has its serial numbers there.
  const sent = record ? [] : sentScans.filter((one) => steps.some(({ scan }) => scan === one));
  const needs = sent.map((one) => fieldOf[one]);
  const shown = steps.map((step) => ({ barcodes: [], ...step }));
  return present(workView, {
    work: {
      kind,
      id,
      ref_type,
      ref_id,
      ref_no,
      priority,
      created_at,
      steps: shown,
      record: record ? { method: 'POST' as const, ...record } : null,
      finish: { ...finish, needs },
      choices,
    },
  });
}

/** Refuses 403 FORBIDDEN a kind that was asked for by name; the rest is what this person may do. */
function kindsFor({ principal: { permissions } }: Call, asked: readonly WorkKind[] | undefined): WorkKind[] {
  const { kinds, missing } = workableKinds(permissions, asked ?? workKinds);
  if (asked && missing)
    throw new Refusal('FORBIDDEN', `This needs the permission ${missing}.`, { permission: missing });
  return kinds;
}

export const workEndpoints: readonly Endpoint[] = [
  command({
    path: '/api/wms/work/claim',
    summary: 'Claim the next thing to do in a warehouse, of any kind',
    description:
      'Whoever has a pick job gets what is next in it: a pick in walking order, of a batch the whole stop, at the end of a zone handing it on. Whoever was given other work and has not finished it gets that again, in whatever zone it is, put-backs last. Who asks is a member, or a token: handhelds that share a token are one, and ask with another. Otherwise the most urgent work, then the nearest if near is given, then the oldest; picks of the most urgent wave first, in walking order, and before them a job that was handed on to the zone that is named, or two minutes ago to any: it is taken over by this. work is null if there is none. Two who claim at once are never given the same. steps say what to scan, in this order; record takes each scan of a count or receiving task; finish is the PATCH that says it is done, choices is what else may be said. A count or receiving task is begun by this; a put-back is kept for 30 minutes, other work until nobody has touched it for 4 hours: then it is offered to all again; all but put-backs are given back with unclaim.',
    permission: workPermissions,
    body: s.object({
      warehouse_id: s.uuid(),
      kinds: s.optional(workKindList(), 'Default: every kind the token may work.'),
      near: s.optional(
        s.uuid(),
        'The location where the person stands: of what is equally urgent the nearest comes first, by x_m and y_m; of planned moves, the nearest of the thousand most urgent and oldest.',
      ),
      zone: s.optional(
        s.text(64),
        'Work with a location in this zone: of a move, either end. Receiving is in no zone.',
      ),
      another: s.optional(
        s.flag(),
        'Something besides what one has in hand, such as a second move for one way, or another handheld of the same token. A pick job is gone on with all the same. Default false.',
      ),
    }),
    input: (call, body) => ({ ...body, kinds: kindsFor(call, body.kinds) }),
    command: workCommands.claimWork,
    respondWith: claimed,
    returns: workView,
  }),
];
