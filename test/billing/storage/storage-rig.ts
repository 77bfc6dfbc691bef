/** A month of stock for storage tests: ledger entries and pallets planted on the days of a past month. */
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform, type Platform } from '../../helpers/join-platform.ts';
import { billingRig, type BillingRig } from '../billing-rig.ts';

export interface Storage extends BillingRig {
  platform: Platform;
  /** Plants a ledger entry, as if posted at noon of that day in the warehouse. */
  move(
    day: string,
    qty: number,
    more?: {
      location?: string;
      lpn?: string;
      sku?: string;
      lot?: string;
      status?: string;
      /** Entries of one command move goods from where they are taken to where they are put. */
      command?: string;
    },
  ): Promise<string>;
  pallet(day: string): Promise<string>;
}

export async function storageRig(t: Parameters<typeof joinPlatform>[0]): Promise<Storage> {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const { organization } = rig;
  let lines = 0;
  const planted = async (statement: string, values: unknown[]): Promise<void> => {
    const connection = await platform.owner.connect();
    await connection.query("set session_replication_role = 'replica'");
    await connection.query(statement, values);
    await connection.query("set session_replication_role = 'origin'");
    connection.release();
  };
  return {
    ...rig,
    platform,
    move: async (
      day,
      qty,
      { location = 'A-01', lpn, sku = 'PLAIN', lot = '', status = 'available', command } = {},
    ) => {
      const id = uuidv7();
      await planted(
        `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, lpn_id, warehouse_id,
            merchant_id, qty_delta, transaction_type, ref_type, actor, occurred_at)
         values ($1, $2, coalesce($11::uuid, $2), $12, $3, $4, $13, $5, $6, $7, $8, $9, 'receive', 'test', 'test', ($10::date + time '12:00') at time zone 'America/New_York')`,
        [
          organization.id,
          id,
          organization.items[sku],
          organization.locations[location],
          lot,
          lpn ?? null,
          organization.warehouseId,
          organization.merchantId,
          qty,
          day,
          command ?? null,
          (lines += 1),
          status,
        ],
      );
      return id;
    },
    pallet: async (day) => {
      const id = uuidv7();
      await planted(
        `insert into lpns (organization_id, id, lpn, warehouse_id, state, created_at) values ($1, $2, $3, $4, 'active', ($5::date + time '12:00') at time zone 'America/New_York')`,
        [organization.id, id, `LPN-${id.slice(-8)}`, organization.warehouseId, day],
      );
      return id;
    },
  };
}
