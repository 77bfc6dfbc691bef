/**
 * What a posting moves of allocated stock is mostly what its transaction's allocations have just come to hold, or have given
 * up: the posting then writes both quantities of a balance in one change of its row.
 *
 * Who writes allocations and posts right behind them says so (db/inventory/held-by-posting.ts). The allocations leave what
 * they changed to that posting, which compares it with what it moves and refuses any difference; a transaction that leaves
 * something unposted cannot commit. All others change what is held by `hold_stock`.
 *
 * What only leaves is applied without a look for balances that are missing: those it cannot take from.
 */
import type { Knex } from 'knex';

// One plan, lookups in the key's index: a session keeps its plan, and may have made it while the table was small.
const settings = `security definer set search_path = public, pg_temp
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`;
const key = 'organization_id, item_id, location_id, status, lot_no, lpn_id';
const isItsBalance = `b.organization_id = p.organization_id and b.item_id = p.item_id and b.location_id = p.location_id
          and b.status = p.status and b.lot_no = p.lot_no and b.lpn_id is not distinct from p.lpn_id`;
const lockPosted = `perform from posted p join inventory_balances b on ${isItsBalance}
       order by b.organization_id, b.item_id, b.location_id, b.status, b.lot_no, b.lpn_id for update of b`;
const differs = `using errcode = 'WP002', constraint = 'allocated_equals_open_allocations'`;

/** What is held by the key of each balance, as text that is equal where that is. */
const heldIn = (changes: string): string => `string_agg(c::text, ',' order by c) from (
        select organization_id, item_id, location_id, lot_no, lpn_id, trim_scale(sum(delta)) as delta from (${changes}) d
         group by 1, 2, 3, 4, 5 having sum(delta) <> 0) c`;

const added = `select organization_id, item_id, location_id, lot_no, lpn_id, qty as delta from added where status in ('open', 'picked')`;
const changed = `${added} union all
        select organization_id, item_id, location_id, lot_no, lpn_id, -qty from removed where status in ('open', 'picked')`;
const holding = (
  changes: string,
): string => `perform hold_stock(array_agg(organization_id), array_agg(item_id),
             array_agg(location_id), array_agg(lot_no), array_agg(lpn_id), array_agg(delta))
        from (select organization_id, item_id, location_id, lot_no, lpn_id, sum(delta) as delta from (${changes}) d
               group by 1, 2, 3, 4, 5 having sum(delta) <> 0) changed
      having count(*) > 0`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function hold_or_leave() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      left_to_posting text;
    begin
      if current_setting('app.held_by_posting', true) is distinct from 'on' then
        if tg_op = 'INSERT' then ${holding(added)};
        else ${holding(changed)};
        end if;
        return null;
      end if;
      if tg_op = 'INSERT' then select ${heldIn(added)} into left_to_posting;
      else select ${heldIn(changed)} into left_to_posting;
      end if;
      if current_setting('app.held_to_post', true) <> '' then
        raise exception 'what allocations left to a posting was not posted' ${differs};
      end if;
      perform set_config('app.held_by_posting', '', true), set_config('app.held_to_post', coalesce(left_to_posting, ''), true);
      return null;
    end $$;
    drop trigger apply_added on allocations;
    drop trigger apply_changed on allocations;
    create trigger apply_added after insert on allocations
      referencing new table as added for each statement execute function hold_or_leave();
    create trigger apply_changed after update on allocations
      referencing old table as removed new table as added for each statement execute function hold_or_leave();

    create function check_held_posted() returns trigger language plpgsql as $$
    begin
      if current_setting('app.held_to_post', true) <> '' then
        raise exception 'what allocations left to a posting was not posted' ${differs};
      end if;
      return null;
    end $$;
    -- The condition is evaluated at each change, before the statement's own trigger takes it back.
    create constraint trigger held_is_posted after insert or update on allocations
      deferrable initially deferred for each row when (current_setting('app.held_by_posting', true) = 'on')
      execute function check_held_posted();

    -- Locks and their order: see apply_ledger (0210_inventory.ts), which this replaces.
    create function apply_posted() returns trigger language plpgsql ${settings} as $$
    declare
      least_delta numeric;
      most_delta numeric;
      posted_count bigint;
      locked_count bigint;
      held text := nullif(current_setting('app.held_to_post', true), '');
      is_held boolean := held is not null;
    begin
      select min(qty_delta), max(qty_delta), count(*) into least_delta, most_delta, posted_count from posted;
      if is_held then
        if held is distinct from (select ${heldIn(`select *, qty_delta as delta from posted where status = 'allocated'`)}) then
          raise exception 'a posting differs from what allocations left to it' ${differs};
        end if;
        perform set_config('app.held_to_post', '', true);
      end if;
      if most_delta < 0 then
        ${lockPosted};
        get diagnostics locked_count = row_count;
        if locked_count < posted_count then
          raise exception 'nothing is there to take from' using errcode = 'check_violation', constraint = 'balance_never_negative';
        end if;
        update inventory_balances b
           set qty = b.qty + p.delta, updated_at = p.at,
               held_qty = b.held_qty + case when is_held and b.status = 'allocated' then p.delta else 0 end
          from (select ${key}, sum(qty_delta) as delta, max(occurred_at) as at from posted group by ${key}) p
         where ${isItsBalance};
        return null;
      end if;
      if least_delta > 0 and not is_held then
        insert into inventory_balances as b (${key}, warehouse_id, merchant_id, qty, received_at, updated_at, row_id)
        select ${key}, warehouse_id, merchant_id, sum(qty_delta), max(occurred_at), max(occurred_at),
               balance_row_id(item_id, location_id, status, lot_no)
          from posted group by ${key}, warehouse_id, merchant_id order by ${key}
        on conflict (${key}) do update
          set qty = b.qty + excluded.qty,
              received_at = case when b.qty = 0 then excluded.received_at else b.received_at end,
              updated_at = excluded.updated_at;
        return null;
      end if;
      insert into inventory_balances (${key}, warehouse_id, merchant_id, qty, received_at, updated_at, row_id)
      select ${key}, warehouse_id, merchant_id, 0, max(occurred_at), max(occurred_at),
             balance_row_id(item_id, location_id, status, lot_no)
        from posted p where not exists (select from inventory_balances b where ${isItsBalance})
       group by ${key}, warehouse_id, merchant_id having sum(qty_delta) <> 0 order by ${key}
      on conflict (${key}) do nothing;
      ${lockPosted};
      update inventory_balances b
         set qty = b.qty + p.delta,
             held_qty = b.held_qty + case when is_held and b.status = 'allocated' then p.delta else 0 end,
             received_at = case when p.delta < 0 then b.received_at
                                when b.qty = 0 then coalesce(p.since, p.at)
                                else least(b.received_at, p.since) end,
             updated_at = p.at
        from (select ${key}, sum(qty_delta) as delta, max(occurred_at) as at, min(coalesce(since_here, since_there)) as since
                from (select p.*, min(b.received_at) over (partition by p.command_id, p.item_id, p.lot_no, p.location_id) as since_here,
                             min(b.received_at) over (partition by p.command_id, p.item_id, p.lot_no) as since_there
                        from posted p left join inventory_balances b on p.qty_delta < 0 and ${isItsBalance}) posted
               group by ${key} having sum(qty_delta) <> 0) p
       where ${isItsBalance};
      return null;
    end $$;
    drop trigger apply_ledger on inventory_ledger;
    create trigger apply_ledger after insert on inventory_ledger
      referencing new table as posted for each statement execute function apply_posted();
    revoke execute on function hold_or_leave(), check_held_posted(), apply_posted() from public;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger apply_ledger on inventory_ledger;
    create trigger apply_ledger after insert on inventory_ledger
      referencing new table as posted for each statement execute function apply_ledger();
    drop trigger held_is_posted on allocations;
    drop trigger apply_added on allocations;
    drop trigger apply_changed on allocations;
    create trigger apply_added after insert on allocations
      referencing new table as added for each statement execute function apply_allocations();
    create trigger apply_changed after update on allocations
      referencing old table as removed new table as added for each statement execute function apply_allocations();
    drop function apply_posted, check_held_posted, hold_or_leave;
  `);
}
