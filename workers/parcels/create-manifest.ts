/** Takes the labels of the day onto a manifest; the carrier is told of it outside of any transaction. */
import { findAccount } from '../../db/parcels/accounts.read.ts';
import { insertManifest, takeOntoManifest } from '../../db/parcels/manifests.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { newId } from '../../domain/new-id.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import type { manifestCommands } from '../../queues/parcels/manifests.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';
import { carriers } from './carriers.ts';

// What is left goes onto the next.
const labelsMax = 1_000;

export const createManifest: Handler<typeof manifestCommands.createManifest> = async (work, input) => {
  const { tx, actor, signal } = work;
  assertOperator(work);
  const { account_id, warehouse_id, ship_date = null } = input;
  const account = await findAccount(tx, account_id);
  if (!account) throw unknownReference('account_id', 'carrier account');
  await assertReference(tx, 'warehouses', warehouse_id, 'warehouse_id');
  if (!carriers[account.adapter].manifest)
    throw new Refusal('NO_MANIFEST', `${account.adapter} takes no manifests from us.`, { account_id });
  const manifest = { id: newId(), account_id, warehouse_id, ship_date, created_by: actor.name };
  await insertManifest(tx, manifest);
  if ((await takeOntoManifest(tx, manifest, labelsMax)) === 0)
    throw new Refusal(
      'NOTHING_TO_MANIFEST',
      'No label of the account in this warehouse waits for a manifest.',
      {
        account_id,
        warehouse_id,
      },
    );
  signal({ kind: 'look', reason: 'labels' });
  return { id: manifest.id };
};
