/** The next thing to do, whatever kind of work it is, and what to scan for it. */
import { findScannable } from '../../../db/catalog/packagings.read.ts';
import { readCountWalk } from '../../../db/counting/counts.read.ts';
import { lpnOf } from '../../../db/moves/planned-goods.read.ts';
import { findPlannedMove } from '../../../db/moves/planned-moves.read.ts';
import { findPickTask } from '../../../db/picking/pick-tasks.read.ts';
import { listPutBacks } from '../../../db/shipping/shipments.read.ts';
import { findTask, type TaskRow } from '../../../db/tasks/tasks.read.ts';
import { Refusal } from '../../../domain/refusal.ts';
import {
  finishOf,
  recordOf,
  isMove,
  usualPriority,
  workableKinds,
  workKinds,
  workPermissions,
  type WorkKind,
} from '../../../domain/tasks/work-kinds.ts';
import {
  scans,
  stepsOfCarrying,
  stepsOfCount,
  stepsOfPick,
  stepsOfPlate,
  stepsOfReceiving,
  type WorkStep,
} from '../../../domain/tasks/work-steps.ts';
import type { TenantTransaction } from '../../../db/database.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import * as s from '../../../queues/schema.ts';
import { positionOf } from '../picking/wave-views.ts';
import { workCommands, workKindList } from '../../../queues/tasks/work.ts';
import { command, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

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
            'What else a scan of the item may read, and the unit it stands for; null: the base unit.',
          ),
          qty: s.nullable(stockQty()),
          say: s.freeText(600),
        }),
      ),
      finish: s.object({
        path: s.text(),
        action: s.text(40),
        needs: s.described(
          s.listOf(s.choice('position', 'serial_nos')),
          'Scans that the request takes as fields.',
        ),
      }),
      record: s.nullable(
        s.object({ method: s.choice('POST'), path: s.text() }),
        'Where each scan goes as it is made, before the request of finish; null where that is all.',
      ),
    }),
    'Null if there is nothing to do.',
  ),
});

type Facts = Pick<TaskRow, 'ref_type' | 'ref_id' | 'ref_no' | 'priority' | 'created_at'>;

/** What the answer says of work of each kind. Picks and moves, which are most of it, are read in one statement for a group. */
async function describe(tx: TenantTransaction, kind: WorkKind, id: string): Promise<[Facts, WorkStep[]]> {
  if (kind === 'pick') {
    const pick = existing('pick task', await findPickTask(tx, id));
    const { shipment_id: ref_id, shipment_no: ref_no, created_at } = pick;
    const facts = { ref_type: 'shipment', ref_id, ref_no, priority: usualPriority, created_at };
    const goods = { ...pick, ...(await findScannable(tx, pick.item_id)), from_location: pick.location };
    return [facts, stepsOfPick({ ...goods, position: positionOf(pick) })];
  }
  if (isMove(kind)) {
    const move = existing('planned move', await findPlannedMove(tx, id));
    const {
      from_location: from,
      to_location: to,
      pallet_lpn: lpn,
      move_no: ref_no,
      priority,
      created_at,
    } = move;
    const scannable = move.item_id === null ? undefined : await findScannable(tx, move.item_id);
    const steps = lpn ? stepsOfPlate(from, lpn, to) : stepsOfCarrying({ ...move, ...scannable, lpn: null });
    return [{ ref_type: 'planned_move', ref_id: id, ref_no, priority, created_at }, steps];
  }
  const task = existing('task', await findTask(tx, kind === 'receive' ? [] : [kind], id));
  if (kind === 'receive') return [task, stepsOfReceiving(task.ref_no ?? '')];
  if (kind === 'count') {
    const { locations, skus } = await readCountWalk(tx, id);
    return [task, stepsOfCount(locations, skus)];
  }
  const { rows } = await listPutBacks(tx, { id, page: 1, page_size: 1 });
  const putBack = existing('put-back task', rows[0]);
  const lpn = putBack.lpn_id && (await lpnOf(tx, putBack.lpn_id));
  // Its units are those of the shipment: none are named.
  const { barcodes = [] } = (await findScannable(tx, putBack.item_id)) ?? {};
  return [task, stepsOfCarrying({ ...putBack, barcodes, lpn })];
}

const fieldOf: Partial<Record<WorkStep['scan'], 'position' | 'serial_nos'>> = {
  position: 'position',
  serial: 'serial_nos',
};

async function claimed({ tx }: Call, { kind, id }: { kind: WorkKind | null; id: string | null }) {
  if (!kind || !id) return present(workView, { work: null });
  const [{ ref_type, ref_id, ref_no, priority, created_at }, steps] = await describe(tx, kind, id);
  const facts = { kind, id, ref_type, ref_id, ref_no, priority, created_at };
  // What is recorded line by line has its serial numbers there.
  const record = recordOf(kind, id, ref_id) ?? null;
  const needs = record ? [] : steps.flatMap(({ scan }) => fieldOf[scan] ?? []);
  const shown = steps.map((step) => ({ barcodes: [], ...step }));
  return present(workView, {
    work: { ...facts, steps: shown, record, finish: { ...finishOf(kind, id), needs } },
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
      'Whoever has a pick job gets its next pick, in walking order. Otherwise the most urgent work, then the nearest if near is given, then the oldest; picks in walking order. work is null if there is none. Two who claim at once are never given the same. steps say what to scan, in this order; record takes each scan of a count or receiving task; finish is the PATCH that says it is done. A count or receiving task is begun by this; a put-back is kept for 30 minutes; picks and moves are given back with unclaim.',
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
    }),
    input: (call, body) => ({ ...body, kinds: kindsFor(call, body.kinds) }),
    command: workCommands.claimWork,
    respondWith: claimed,
    returns: workView,
  }),
];
