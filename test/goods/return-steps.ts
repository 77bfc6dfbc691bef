/** Steps that set stock right: goods put back after a cancellation, and counts. */
import { keyOf, sum } from './book.ts';
import type { CountLine, PutBack, Seen } from './seen.ts';
import { assertSame } from './same.ts';
import { isOk, type Outcome, type Step, type Turn } from './turn.ts';

const putBack: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const task = dice.pick(seen.putBacks.filter(({ status }) => status === 'open'));
  if (!task) return undefined;
  const elsewhere = dice.chance(0.3) ? dice.pick(site.shelves) : undefined;
  const part = dice.chance(0.25) ? dice.below(task.qty) : undefined;
  const qty = task.item_id === site.serial && part !== undefined ? 0 : part;
  const answer = await turn.ask('patch', `/api/wms/put-back-tasks/${task.id}`, {
    action: 'complete',
    ...(elsewhere ? { location_id: elsewhere } : {}),
    ...(qty === undefined ? {} : { qty }),
  });
  if (!isOk(answer) || qty === 0) return isOk(answer) ? {} : undefined;
  return { moved: (book) => returned(book, seen, task, elsewhere ?? task.to_location_id, qty) };
};

/** From hold where it stands to what it was where it goes; on its license plate if that goes back whole. */
const returned = (
  book: Parameters<NonNullable<Outcome['moved']>>[0],
  seen: Seen,
  task: PutBack,
  to: string,
  qty: number | undefined,
): void => {
  const from = (task.lpn_id && book.plates.get(task.lpn_id)?.location_id) || task.from_location_id;
  const root = task.lpn_id && (book.plates.get(task.lpn_id)!.parent_lpn_id ?? task.lpn_id);
  const family = root ? [root, ...book.cartonsOn(root)] : [];
  const open = seen.putBacks.filter(
    (one) =>
      one.status === 'open' && one.shipment_id === task.shipment_id && family.includes(one.lpn_id ?? ''),
  );
  const whole = qty === undefined ? book.whole(open) : [];
  const isWhole = task.lpn_id !== null && whole.includes(task.lpn_id);
  const going = isWhole
    ? open.filter(({ lpn_id: on }) => whole.includes(on ?? ''))
    : [{ ...task, qty: qty ?? task.qty }];
  for (const { item_id, lot_no, lpn_id, qty: units } of going) {
    book.put({ item_id, lot_no, lpn_id, location_id: from, status: 'hold' }, -units);
    const arriving = {
      item_id,
      lot_no,
      lpn_id: isWhole ? lpn_id : null,
      location_id: to,
      status: task.to_status,
    };
    book.put(arriving, units);
  }
  if (isWhole) for (const id of whole) book.plates.get(id)!.location_id = to;
};

const isOpen = ({ status }: { status: string }): boolean => !['completed', 'cancelled'].includes(status);

const count: Step = async (turn) => {
  const { dice, seen, site } = turn;
  const task = dice.pick(seen.counts.filter(isOpen));
  if (!task || (dice.chance(0.2) && seen.counts.filter(isOpen).length < 3)) {
    if (dice.chance(0.3)) return runPlan(turn);
    const at = dice.pick(site.shelves)!;
    const lock = dice.pick(['creation', 'start', 'none'] as const)!;
    const body = { warehouse_id: site.main, location_ids: [at], lock };
    return isOk(await turn.ask('post', '/api/wms/count-tasks', body)) ? {} : undefined;
  }
  const path = `/api/wms/count-tasks/${task.id}`;
  if (dice.chance(0.2)) return isOk(await turn.ask('patch', path, { action: 'cancel' })) ? {} : undefined;
  if (task.status === 'review') {
    const action = dice.chance(0.7) ? 'approve' : 'recount';
    const answer = await turn.ask('patch', path, { action });
    if (!isOk(answer)) return undefined;
    return action === 'approve'
      ? posted(
          seen,
          seen.countLines.filter(({ task_id: id }) => id === task.id),
        )
      : {};
  }
  const lines = seen.countLines.filter(({ task_id: id }) => id === task.id);
  const isCounted = lines.every((line) => line.counted_qty !== null);
  const unvisited = seen.countPlaces.filter((one) => one.task_id === task.id && !one.is_visited);
  const arrived = unvisited.flatMap(({ location_id: at }) => linesAt(seen, task.id, at));
  if (unvisited.length > 0 && arrived.length > 0) return scan(turn, path, arrived);
  if (unvisited.length > 0 && lines.length === 0) {
    const empty_location_ids = unvisited.map(({ location_id: id }) => id);
    return isOk(await turn.ask('post', `${path}/lines`, { empty_location_ids })) ? {} : undefined;
  }
  if (!isCounted || dice.chance(0.2)) return scan(turn, path, lines);
  const answer = await turn.ask('patch', path, { action: 'complete' });
  if (!isOk(answer)) return undefined;
  return answer.body.data.state === 'completed' ? posted(seen, lines) : {};
};

/** What the platform has at a place, as lines to count. */
function linesAt(seen: Seen, task_id: string, at: string): CountLine[] {
  const counted = new Map<string, CountLine>();
  for (const { item_id, location_id, lot_no, status } of seen.stock) {
    if (location_id !== at || status === 'in_transit') continue;
    const line = { item_id, location_id, lot_no, status: status === 'allocated' ? 'available' : status };
    const blank = {
      counted_qty: null,
      expected_qty: null,
      posted_delta: null,
      posted_before: null,
      counted_at: null,
    };
    counted.set(keyOf({ ...line, lpn_id: null }), { task_id, ...line, ...blank });
  }
  return [...counted.values()];
}

/** A plan over the shelves, made with its first run; its tasks are counted beside the work. */
async function runPlan(turn: Turn): Promise<Outcome | undefined> {
  const { site, seen } = turn;
  let [plan] = seen.plans.map(({ id }) => id);
  if (!plan) {
    const made = await turn.ask('post', '/api/wms/count-plans', {
      warehouse_id: site.main,
      name: 'all day',
      cadence: { after_movements: 2 },
      scope: { types: ['storage', 'pick'] },
      places_per_task: 1,
      tasks_per_day_max: 100,
      recount: { times: 1, other_person: false },
    });
    if (!isOk(made)) return undefined;
    plan = made.body.data.id as string;
  }
  const answer = await turn.ask('post', `/api/wms/count-plans/${plan}/run`, {});
  if (!isOk(answer)) return undefined;
  return {
    holds: (_, after) => {
      const open = after.countPlaces.filter((one) =>
        after.counts.some(({ id, status }) => id === one.task_id && isOpen({ status })),
      );
      const planned = open.filter(({ plan_id: id }) => id !== null).map(({ location_id: id }) => id);
      assertSame('places a plan counts once', new Set(planned).size, planned.length);
    },
  };
}

/** Counts some lines; the book's own figure is what the platform has to remember as expected. */
async function scan(turn: Turn, path: string, lines: readonly CountLine[]): Promise<Outcome | undefined> {
  const { dice, seen, site } = turn;
  const live = seen.serials.map(({ serial_no: serial }) => serial);
  let used = 0;
  const chosen = lines.filter(() => dice.chance(0.9));
  const scans = chosen.map(({ item_id, location_id, lot_no, status }) => {
    const taken = sum(
      seen.allocations.filter(
        (one) =>
          one.is_taken &&
          keyOf({ ...one, lpn_id: null, status: 'available' }) ===
            keyOf({ item_id, location_id, lot_no, status, lpn_id: null }),
      ),
    );
    const lying = sum(
      seen.stock.filter(
        (one) =>
          keyOf({ ...one, lpn_id: null, status: one.status === 'allocated' ? 'available' : one.status }) ===
          keyOf({ item_id, location_id, lot_no, status, lpn_id: null }),
      ),
    );
    const there = lying - taken;
    const isTracked = item_id === site.serial;
    const counted = isTracked ? there : Math.max(0, there + dice.pick([0, 0, 1, -1, 2, -3, 4])!);
    const serials = isTracked ? { serial_nos: live.slice(used, (used += there)) } : {};
    const lot = lot_no ? { lot_no } : {};
    return { there, line: { item_id, location_id, status, counted_qty: counted, ...lot, ...serials } };
  });
  if (scans.length === 0) return undefined;
  const answer = await turn.ask('post', `${path}/lines`, { lines: scans.map(({ line }) => line) });
  if (!isOk(answer)) return undefined;
  return {
    holds: (_, after) => {
      for (const { there, line } of scans) {
        const kept = after.countLines.find(
          (one) =>
            path.endsWith(one.task_id) &&
            one.item_id === line.item_id &&
            one.location_id === line.location_id &&
            one.status === line.status &&
            one.lot_no === (line.lot_no ?? ''),
        );
        assertSame('expected at the scan', kept?.expected_qty, there);
        assertSame('counted', kept?.counted_qty, line.counted_qty);
      }
    },
  };
}

/** The difference at the scan goes to what is there now, less what other counts of the same stock have posted since. */
function posted(seen: Seen, lines: readonly CountLine[]): Outcome {
  return {
    moved: (book) => {
      for (const line of lines) {
        const { item_id, location_id, status, lot_no } = line;
        const row = { item_id, location_id, status, lot_no };
        const delta = leftOf(seen, line);
        if (delta > 0) book.put({ ...row, lpn_id: null }, delta);
        if (delta < 0) book.take(row, -delta);
      }
    },
  };
}

function leftOf(seen: Seen, line: CountLine): number {
  const name = (one: CountLine): string => keyOf({ ...one, lpn_id: null });
  const others = seen.countLines.filter((one) => one.task_id !== line.task_id && name(one) === name(line));
  const isOver = (task: string): boolean =>
    seen.counts.some(({ id, status }) => id === task && status === 'completed');
  if (others.some((one) => isOver(one.task_id) && (one.counted_at ?? 0) > (line.counted_at ?? 0))) return 0;
  const postedNow = others.reduce((total, one) => total + (one.posted_delta ?? 0), 0);
  const since = postedNow - (line.posted_before ?? 0);
  return (line.counted_qty ?? 0) - (line.expected_qty ?? 0) - since;
}

export const returnSteps: Record<string, [weight: number, step: Step]> = {
  putBack: [4, putBack],
  count: [3, count],
};
