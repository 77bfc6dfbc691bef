/** More shipments wait for a template's time than one plan takes: the next plan goes on with the rest. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { newShelf, newShipment, type Running } from '../fulfillment/outbound-rig.ts';
import { scheduleWaves } from '../../workers/picking/schedule-waves.ts';
import { itemAt } from './jobs-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** As many shipments like this one, with its one line, its one allocation and their stock. */
async function copied({ owner }: Running, id: string, count: number): Promise<void> {
  const held = await owner.connect();
  try {
    await held.query('begin');
    await held.query(
      `create temp table copies on commit drop as
       select uuid7() as shipment, uuid7() as line, uuid7() as allocation, n from generate_series(1, ${count}) n`,
    );
    const copy = async (table: string, key: string, changes: string): Promise<void> => {
      const { rows } = await held.query(
        `select string_agg(attname, ', ') as columns from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const [{ columns }] = rows;
      await held.query(
        `insert into ${table} (${columns}) select ${columns} from (
           select (jsonb_populate_record(o, jsonb_build_object(${changes}))).*
             from ${table} o cross join copies where o.${key} = $1) c`,
        [id],
      );
    };
    await copy('wms_shipments', 'id', `'id', shipment, 'shipment_no', o.shipment_no || '-' || n`);
    await copy('wms_shipment_lines', 'shipment_id', `'id', line, 'shipment_id', shipment`);
    await copy('inventory_ledger', 'ref_id', `'id', uuid7(), 'line_no', o.line_no + n * 10, 'qty_delta', 1`);
    await copy(
      'allocations',
      'shipment_id',
      `'id', allocation, 'shipment_id', shipment, 'shipment_line_id', line`,
    );
    await held.query('commit');
  } finally {
    held.release();
  }
}

test('what is more than one plan takes is planned and released at its time as well', async (t) => {
  const { platform } = t.context;
  const { client, owner, standard, database } = platform;
  const item_id = await itemAt(platform, await newShelf(platform), 10);
  const { id } = await newShipment(platform, [{ item_id, qty: 1 }]);
  await copied(platform, id, 2_000);
  const made = await client.post('/api/wms/wave-templates', {
    warehouse_id: standard.warehouseId,
    ship_mode: 'parcel',
    name: 'All',
    release: 'at',
    release_times: ['00:00'],
    max_orders: 1_000,
  });
  t.is(made.status, 201, made.text);
  const { id: template } = made.body.data;
  await owner.query(
    `update wave_templates set created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'
      where id = $1`,
    [template],
  );
  await scheduleWaves({ database, producer: { dispatch: async () => {} } as any });
  const tasks = async (): Promise<number> => {
    const { rows } = await owner.query(
      `select count(*)::integer as tasks from pick_tasks t join waves w on w.id = t.wave_id
        where w.organization_id = $1 and w.template_id = $2 and w.status = 'released'`,
      [standard.id, template],
    );
    return rows[0].tasks;
  };
  await until('all of them can be picked', async () => (await tasks()) === 2_001, 120_000);
  t.pass();
});
