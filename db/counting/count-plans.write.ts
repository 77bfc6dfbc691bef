/** Count plans: what is due on a day, and the tasks made of it. */
import type { CountLock } from '../../domain/counting/count-kinds.ts';
import type { CountRules } from '../../domain/counting/count-rules.ts';
import type { Velocity } from '../../domain/inventory/location-types.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { isOneOf } from '../state-columns.ts';
import { every, name, some, sql, type SqlText } from '../sql-text.ts';

/** Days by velocity. */
type Abc = Record<Lowercase<Velocity>, number>;

export interface CountPlan {
  id: string;
  warehouse_id: string;
  method: 'by_location' | 'by_item';
  scope: {
    zones?: string[];
    types?: string[];
    item_classes?: string[];
    merchant_ids?: string[];
    velocity?: Velocity[];
  };
  cadence: {
    every_days?: number;
    abc?: Abc;
    after_movements?: number;
    empty_locations?: boolean;
    random?: { rest_days: number };
  };
  tasks_per_day_max: number;
  places_per_task: number;
  is_blind: boolean;
  lock: CountLock;
  tolerance: NonNullable<CountRules['tolerance']>;
  recount: NonNullable<CountRules['recount']>;
  approve_above: string | null;
  /** Of its warehouse: its days are the plan's. */
  time_zone: string;
  /** Today at its warehouse. */
  today: string;
}

/** Locks a plan: of two runs at once the second sees what the first has made. */
export function lockCountPlan(tx: TenantTransaction, id: string): Promise<CountPlan | undefined> {
  return row<CountPlan>(
    tx,
    sql`select p.id, p.warehouse_id, p.method, p.scope, p.cadence, p.tasks_per_day_max, p.places_per_task, p.is_blind, p.lock,
            p.tolerance, p.recount, p.approve_above, w.time_zone, to_char(now() at time zone w.time_zone, 'YYYY-MM-DD') as today
       from count_plans p join warehouses w on w.organization_id = p.organization_id and w.id = p.warehouse_id
      where p.organization_id = ${tx.organizationId} and p.id = ${id} for update of p`,
  );
}

/** The active plans, or whether it is this one, whose tasks of today, at their warehouse, the schedule has not made. */
export async function plansToSchedule(
  tx: TenantTransaction,
  planId: string | null = null,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select p.id from count_plans p
        join warehouses w on w.organization_id = p.organization_id and w.id = p.warehouse_id
      where p.organization_id = ${tx.organizationId} and p.is_active and (${planId}::uuid is null or p.id = ${planId}::uuid)
        and p.scheduled_on is distinct from (now() at time zone w.time_zone)::date order by p.id`,
  );
  return found.map(({ id }) => id);
}

export async function noteScheduled(tx: TenantTransaction, id: string, on: string): Promise<void> {
  await execute(
    tx,
    sql`update count_plans set scheduled_on = ${on} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** How many places or items a plan had counted on a day already. */
export async function plannedOn(tx: TenantTransaction, id: string, on: string): Promise<number> {
  const found = await row<{ planned: number }>(
    tx,
    sql`select count(distinct task_id)::integer as planned from count_plan_days
      where organization_id = ${tx.organizationId} and plan_id = ${id} and due_on = ${on}`,
  );
  return found!.planned;
}

/** Whether the plan's scope has any place at all. */
export async function hasPlaces(tx: TenantTransaction, plan: CountPlan): Promise<boolean> {
  const found = await row(tx, sql`select 1 from locations l where ${every(placesOf(tx, plan))} limit 1`);
  return found !== undefined;
}

const stockHere = sql`b.organization_id = l.organization_id and b.location_id = l.id and b.qty > 0 and b.status <> 'in_transit'`;

/** Conditions on the locations `l` of a plan's scope. */
function placesOf(tx: TenantTransaction, plan: CountPlan): SqlText[] {
  const { warehouse_id: warehouseId, scope } = plan;
  const parts = [
    sql`l.organization_id = ${tx.organizationId}`,
    sql`l.warehouse_id = ${warehouseId}`,
    sql`l.is_active`,
    scope.types ? sql`l.type = any (${scope.types}::text[])` : sql`l.type not in ('transit', 'virtual')`,
  ];
  if (scope.zones) parts.push(sql`l.zone = any (${scope.zones}::text[])`);
  if (scope.velocity && plan.method === 'by_location') parts.push(isOfVelocity('l', scope.velocity));
  const goods = goodsOf(plan);
  if (goods.length > 0) {
    parts.push(sql`exists (select 1 from inventory_balances b
      join items i on i.organization_id = b.organization_id and i.id = b.item_id
      where ${every([stockHere, ...goods])})`);
  }
  return parts;
}

/** Conditions on the items `i` of a plan's scope. */
function goodsOf({ method, scope }: Pick<CountPlan, 'method' | 'scope'>): SqlText[] {
  const { item_classes: classes, merchant_ids: merchants, velocity } = scope;
  return [
    ...(velocity && method === 'by_item' ? [isOfVelocity('i', velocity)] : []),
    ...(classes ? [sql`i.item_class = any (${classes}::text[])`] : []),
    ...(merchants ? [sql`i.merchant_id = any (${merchants}::uuid[])`] : []),
  ];
}

type Counted = 'l' | 'i';

/** What has no velocity is counted as C. */
const velocityOf = (counted: Counted): SqlText => sql`coalesce(${name(`${counted}.velocity`)}, 'C')`;

const isOfVelocity = (counted: Counted, wanted: readonly Velocity[]): SqlText =>
  sql`${velocityOf(counted)} = any (${[...wanted]}::text[])`;

/** The beginning of a count, up to a limit, of what moved since the last count, `c.counted_at`. What counts post is no movement. */
const movesSince = (here: SqlText) => sql`select count(*) from (select 1 from inventory_ledger e where ${here}
  and e.transaction_type <> 'count' and e.occurred_at > coalesce(c.counted_at, '-infinity')`;

/** What makes a place or an item due on a day: how long ago it was counted, how much moved since. */
function cadenceOf({ cadence, time_zone: zone, method }: CountPlan, on: string, moves: SqlText): SqlText[] {
  const { every_days: days, abc, after_movements: count, random } = cadence;
  const isOver = (some: SqlText) =>
    sql`coalesce(c.counted_at, '-infinity') < (${on}::date - ${some} + 1)::timestamp at time zone ${zone}`;
  const daysOf = ({ a, b, c }: Abc) =>
    sql`case ${velocityOf(method === 'by_item' ? 'i' : 'l')} when 'A' then ${a} when 'B' then ${b} else ${c} end::integer`;
  return [
    ...(days ? [isOver(sql`${days}::integer`)] : []),
    ...(random ? [isOver(sql`${random.rest_days}::integer`)] : []),
    ...(abc ? [isOver(daysOf(abc))] : []),
    ...(count ? [sql`(${moves} limit ${count}) as moved) >= ${count}`] : []),
  ];
}

/**
 * The order in which what is due has its turn: never counted first, then the longest ago. By lot it is that of a digest of
 * plan, day and place, so that whoever runs the plan draws the same.
 */
function turns({ id, cadence }: CountPlan, on: string, counted: SqlText, usual: SqlText): SqlText {
  return cadence.random
    ? sql`md5(${`${id} ${on} `} || ${counted}::text), ${counted}`
    : sql`c.counted_at nulls first, ${usual}`;
}

export interface DuePlace {
  location_id: string | null;
  item_id: string | null;
  due: number;
}

/**
 * Locations due on a day, in their turns: at most `limit`, with how many there are.
 * Whoever counted a place, for whatever reason, it is counted; one in a count that is not over is not due again.
 */
export function dueLocations(
  tx: TenantTransaction,
  plan: CountPlan,
  on: string,
  limit: number,
): Promise<DuePlace[]> {
  const moves = movesSince(sql`e.organization_id = l.organization_id and e.location_id = l.id`);
  const due = cadenceOf(plan, on, moves);
  if (plan.cadence.empty_locations) {
    due.push(
      sql`(not exists (select 1 from inventory_balances b where ${stockHere}) and (${moves} limit 1) as moved) > 0)`,
    );
  }
  return rows<DuePlace>(
    tx,
    sql`select l.id as location_id, null::uuid as item_id, count(*) over ()::integer as due
       from locations l
       cross join lateral (
         select max(v.visited_at) filter (where t.state = 'completed' and t.item_ids is null) as counted_at,
                bool_or(${isOneOf('t.state', openStates)}) as is_open
           from count_task_locations v join count_tasks t on t.organization_id = v.organization_id and t.id = v.task_id
          where v.organization_id = l.organization_id and v.location_id = l.id) c
      where ${every(placesOf(tx, plan))} and c.is_open is not true and ${some(due)}
        and not exists (select 1 from count_plan_days d where d.organization_id = l.organization_id
                           and d.plan_id = ${plan.id} and d.due_on = ${on} and d.location_id = l.id)
      order by ${turns(plan, on, sql`l.id`, sql`l.zone, l.pick_sequence, l.code, l.id`)} limit ${limit}`,
  );
}

const openStates = ['pending', 'in_progress', 'review'] as const;

/**
 * Items due on a day, in their turns; none that lies where another count has locked, if the plan's tasks lock
 * as they are made. What counts as counted is a count of the item wherever it lies: all of a day's tasks that were made of
 * it.
 */
export function dueItems(
  tx: TenantTransaction,
  plan: CountPlan,
  on: string,
  limit: number,
): Promise<DuePlace[]> {
  const moves = movesSince(
    sql`e.organization_id = i.organization_id and e.item_id = i.id and e.warehouse_id = ${plan.warehouse_id}`,
  );
  const isFree =
    plan.lock === 'creation'
      ? [
          sql`not exists (select 1 from inventory_balances b
             join location_locks k on k.organization_id = b.organization_id and k.location_id = b.location_id
            where b.organization_id = i.organization_id and b.item_id = i.id and b.warehouse_id = ${plan.warehouse_id}
              and b.qty > 0)`,
        ]
      : [];
  return rows<DuePlace>(
    tx,
    sql`select null::uuid as location_id, i.id as item_id, count(*) over ()::integer as due
       from items i
       cross join lateral (
         select max(day.completed_at) filter (where day.is_completed) as counted_at, bool_or(day.is_open) as is_open
           from (select max(t.completed_at) as completed_at, bool_and(t.state = 'completed') as is_completed,
                        bool_or(${isOneOf('t.state', openStates)}) as is_open
                   from count_plan_days d join count_tasks t on t.organization_id = d.organization_id and t.id = d.task_id
                  where d.organization_id = i.organization_id and d.item_id = i.id and t.warehouse_id = ${plan.warehouse_id}
                  group by d.plan_id, d.due_on) day) c
      where i.organization_id = ${tx.organizationId} and ${every([sql`true`, ...goodsOf(plan), ...isFree])}
        and c.is_open is not true and ${some([...cadenceOf(plan, on, moves), sql`false`])}
        and exists (select 1 from inventory_balances b join locations l on l.organization_id = b.organization_id and l.id = b.location_id
                     where b.item_id = i.id and ${stockHere} and ${every(placesOf(tx, plan))})
        and not exists (select 1 from count_plan_days d where d.organization_id = i.organization_id
                           and d.plan_id = ${plan.id} and d.due_on = ${on} and d.item_id = i.id)
      order by ${turns(plan, on, sql`i.id`, sql`i.sku, i.id`)} limit ${limit}`,
  );
}

/** Notes which places or items a task of a plan counts that day. */
export async function notePlanned(
  tx: TenantTransaction,
  planId: string,
  on: string,
  taskId: string,
  places: readonly DuePlace[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into count_plan_days (organization_id, plan_id, due_on, task_id, location_id, item_id)
        select ${tx.organizationId}::uuid, ${planId}::uuid, ${on}::date, ${taskId}::uuid, location_id, item_id
          from unnest(${places.map((one) => one.location_id)}::uuid[], ${places.map((one) => one.item_id)}::uuid[])
            as d (location_id, item_id)`,
  );
}
