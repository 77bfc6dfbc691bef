/** New rows are numbered past those that come from elsewhere, while others write, and without anybody waiting for it. */
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { numberPast } from '../../db/cells/rows.write.ts';
import { isNumbered, readOrganizationTables } from '../../db/cells/tables.read.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { within } from '../helpers/wait.ts';

async function ownerOf(t: ExecutionContext): Promise<Knex> {
  const { ownerUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const owner = knex({ client: 'pg', connection: ownerUrl });
  t.teardown(() => owner.destroy());
  return owner;
}

const organization = '00000000-0000-4000-8000-000000000001';

/** Inserts an event as anybody does, and returns its number. */
async function tell(tx: Knex): Promise<bigint> {
  const [told] = await tx('events')
    .insert({
      organization_id: organization,
      id: randomUUID(),
      type: 'told',
      subject_type: 'test',
      subject_id: randomUUID(),
      subject_seq: 1,
      data: '{}',
      command_id: randomUUID(),
    })
    .returning('position');
  return BigInt(told.position);
}

test('numbering past waits for nobody whose rows are being brought, and nobody waits for it', async (t) => {
  const owner = await ownerOf(t);
  await owner('organizations').insert({ id: organization, name: 'Acme', edition: 'standard' });
  const { own } = await owner.transaction(readOrganizationTables);
  const events = own.filter(isNumbered).find(({ name }) => name === 'events')!;
  // An organization of which rows are still being brought, or taken away, holds its locks until the end.
  const bringing = await owner.transaction();
  t.teardown(() => bringing.rollback());
  await tell(bringing);
  await bringing.raw('delete from webhook_deliveries');

  const past = owner.transaction(async (tx) => {
    for (const table of own.filter(isNumbered)) await numberPast(tx, table, '5000000');
  });
  await within('it is numbered past', past, 5_000);
  t.true((await within('others write', tell(owner), 5_000)) > 5_000_000n);

  // Two that come at once leave the higher one, and what was told meanwhile no number twice.
  const told: bigint[] = [];
  const tellAll = async (): Promise<void> => {
    for (let at = 0; at < 100; at += 1) told.push(await tell(owner));
  };
  const jump = async (by: number): Promise<void> => {
    for (let at = 1n; at <= 20n; at += 1n)
      await owner.transaction((tx) => numberPast(tx, events, String(10_000_000n * at + BigInt(by))));
  };
  await Promise.all([tellAll(), tellAll(), jump(0), jump(7)]);
  t.is(new Set(told).size, told.length);
  t.true((await tell(owner)) > 200_000_007n);
});
