/** A commercial invoice that takes longer to draw than a transaction may say nothing is printed all the same. */
import test from 'ava';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { startPlatform } from '../helpers/platform.ts';
import { placeWarehouse } from './parcels-rig.ts';

test('an invoice of hundreds of lines in a script that printers lack is printed', async (t) => {
  const platform = await startPlatform(t);
  const { client, owner, standard } = platform;
  await placeWarehouse(platform);
  const ship_to = { name: 'A', address: 'B 1', city: 'Bern', postal: '3000', country: 'CH' };
  const shipment = await pickedShipment(platform, 10, { merchant_id: standard.merchantId, ship_to });
  await client.patch(`/api/wms/items/${shipment.item_id}`, {
    hs_code: '610910',
    origin_country: 'IN',
    customs_description: 'क्षत्रिय ज्ञान श्री कृष्ण विद्यार्थी',
    customs_value: 12.5,
    customs_currency: 'USD',
    weight_kg: 0.2,
  });
  const declared = await client.post('/api/tms/customs-declarations', { shipment_id: shipment.id });
  t.is(declared.status, 201, declared.text);
  const { id, document_id } = declared.body.data;
  const lock = await owner.connect();
  try {
    // Of a paper as it was issued nothing can be changed; five hundred items would be long in coming.
    await lock.query("set session_replication_role = 'replica'");
    await lock.query(
      `update documents set facts = jsonb_set(facts, '{lines}',
         (select jsonb_agg(facts -> 'lines' -> 0 || jsonb_build_object('sku', facts -> 'lines' -> 0 ->> 'description' || n))
            from generate_series(1, 500) n)) where id = $1`,
      [document_id],
    );
  } finally {
    await lock.query('reset session_replication_role');
    lock.release();
  }
  const printed = await client.post(
    `/api/tms/customs-declarations/${id}/print`,
    {},
    {
      headers: { prefer: 'wait=60' },
    },
  );
  t.is(printed.status, 200, printed.text);
  t.is(printed.body.data.print_job_ids.length, 56);
});
