/** A replaced PLATFORM_SECRET can be thrown away: what it sealed is sealed with the new one, wherever it is kept. */
import test from 'ava';
import { inWholeDatabase } from '../../db/cells/whole-database.ts';
import { sealingKeysOf } from '../../db/cells/sealed.write.ts';
import { keyRing } from '../../domain/secrets/platform-keys.ts';
import { endpointSecretPlace, flowSecretPlace } from '../../domain/integration/sealed-places.ts';
import { open, seal } from '../../domain/secrets/seal.ts';
import { newId } from '../../domain/new-id.ts';
import { reseal } from '../../server/ops/reseal-command.ts';
import { startPlatform } from '../helpers/platform.ts';

const old = 'the-secret-of-last-year-0123456789';
const present = 'the-secret-of-this-year-0123456789';
const ringOf = (current: string) => keyRing({ current }, 'credentials');

test('after a reseal the present secret alone opens all there is, versions of flows too', async (t) => {
  const { owner, ownerUrl, standard } = await startPlatform(t);
  const [flow, endpoint, other] = [newId(), newId(), newId()];
  const ofFlow = seal(ringOf(old), 'of the flow', flowSecretPlace(standard.id, flow));
  await owner.query(
    `insert into flows (organization_id, id, name, connector, definition, webhook_secret_sealed, version)
     values ($1, $2, 'orders', 'storefront', '{}', $3, 2)`,
    [standard.id, flow, ofFlow],
  );
  await owner.query(
    `insert into flow_versions (organization_id, flow_id, version, definition, webhook_secret_sealed, published_by)
     select $1, $2, version, '{}', $3, 'test' from generate_series(1, 2) version`,
    [standard.id, flow, ofFlow],
  );
  const signing = (secret: string, text: string): string =>
    seal(ringOf(secret), text, endpointSecretPlace(standard.id, endpoint));
  await owner.query(
    `insert into webhook_endpoints (organization_id, id, url, secret_sealed, previous_secret_sealed, older_secret_sealed,
       event_types)
     values ($1, $2, 'https://a.test/', $3, $4, $5, '{order.created}')`,
    [standard.id, endpoint, signing(present, 'new'), signing(old, 'before'), signing(old, 'long before')],
  );
  const keys = () => inWholeDatabase(ownerUrl, (tx) => sealingKeysOf(tx, standard.id));
  t.deepEqual((await keys()).toSorted(), [ringOf(old)[0].id, ringOf(present)[0].id].toSorted());

  t.deepEqual(await reseal(ownerUrl, { current: present, previous: old }), { resealed: 5, shut: [] });
  t.deepEqual(await keys(), [ringOf(present)[0].id]);
  const { rows: kept } = await owner.query(
    'select webhook_secret_sealed as sealed from flow_versions where flow_id = $1',
    [flow],
  );
  t.is(kept.length, 2);
  for (const { sealed } of kept)
    t.is(open(ringOf(present), sealed, flowSecretPlace(standard.id, flow)), 'of the flow');
  const { rows: both } = await owner.query('select * from webhook_endpoints where id = $1', [endpoint]);
  const place = endpointSecretPlace(standard.id, endpoint);
  t.is(open(ringOf(present), both[0].secret_sealed, place), 'new');
  t.is(open(ringOf(present), both[0].previous_secret_sealed, place), 'before');
  t.is(open(ringOf(present), both[0].older_secret_sealed, place), 'long before');
  t.deepEqual(await reseal(ownerUrl, { current: present, previous: old }), { resealed: 0, shut: [] });

  const overlap = (until: string) =>
    owner.query(
      'update webhook_endpoints set previous_secret_sealed = $2, previous_secret_until = now() + $3::interval where id = $1',
      [endpoint, signing(old, 'before'), until],
    );
  await overlap('-1 hour');
  t.deepEqual(await keys(), [ringOf(present)[0].id], 'what has ended keeps nobody');
  await overlap('1 hour');
  t.is((await keys()).length, 2);
  t.deepEqual(await reseal(ownerUrl, { current: present, previous: old }), { resealed: 1, shut: [] });

  // Of a secret nobody has kept: left as it is, and told.
  await owner.query('update flows set webhook_secret_sealed = $2 where id = $1', [
    flow,
    seal(ringOf(`${old}-older`), 'lost', flowSecretPlace(standard.id, other)),
  ]);
  t.deepEqual(await reseal(ownerUrl, { current: present, previous: old }), {
    resealed: 0,
    shut: [`flows.webhook_secret_sealed ${flow}`],
  });
});
