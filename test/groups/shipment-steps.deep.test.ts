/**
 * Steps of shipments in groups leave what they leave one by one: random mixes of plain shipments, held ones, ones that
 * somebody picks, that a wave waits for, on a license plate, with serials, behind a count, and repeats.
 */
import test from 'ava';
import fc from 'fast-check';
import type { OwnPlatform } from '../helpers/platform.ts';
import { assertAsAlone, said } from './as-alone.ts';
import { aShipment, make, poisonedPlatform, type InputOf } from './every-sort.ts';
import { accept, leftBy, runInGroups } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await poisonedPlatform();
});
test.after.always(() => platform?.stop());

const withFacts = (facts: fc.Arbitrary<object>): fc.Arbitrary<InputOf> =>
  fc.tuple(aShipment, facts).map(([shipment, more]): InputOf => (made) => ({ ...shipment(made), ...more }));

const kinds: Record<string, { before: readonly string[]; inputs: fc.Arbitrary<InputOf> }> = {
  'wms.pick_shipment': { before: [], inputs: aShipment },
  'wms.pack_shipment': {
    before: ['wms.pick_shipment'],
    inputs: withFacts(fc.record({ without_cartons: fc.constantFrom(undefined, true) })),
  },
  'wms.ship_shipment': {
    before: ['wms.pick_shipment', 'wms.pack_shipment'],
    inputs: fc
      .tuple(
        aShipment,
        fc.record({
          tracking_no: fc.constantFrom(undefined, 'T-1', 'T-2'),
          carrier_code: fc.constantFrom(undefined, 'CARR'),
        }),
        fc.constantFrom(undefined, undefined, undefined, 'S1', 'S9'),
      )
      .map(([shipment, more, serial]): InputOf => (made) => ({
        ...shipment(made),
        ...more,
        serials: serial && [{ item_id: made.organization.items['SERIAL'], serial_nos: [serial] }],
      })),
  },
  'wms.deliver_shipment': {
    before: ['wms.ship_shipment', 'wms.ship_shipment'],
    inputs: withFacts(
      fc.record({
        delivered_at: fc.constantFrom(
          undefined,
          undefined,
          '2020-01-01T00:00:00.000Z',
          '2090-01-01T00:00:00.000Z',
        ),
        signed_by: fc.constantFrom(undefined, 'Pat'),
      }),
    ),
  },
};

for (const [name, { before, inputs }] of Object.entries(kinds)) {
  test.serial(`${name} in groups of 2 and 64 leaves what it leaves one by one`, async (t) => {
    await assertAsAlone(t, inputs, { commandsMax: 14, runs: 8 }, async (wanted, size) => {
      const { database, owner } = platform;
      const made = await make(platform, before);
      const asked = wanted.map((inputOf) => said(inputOf(made)));
      const ids = await accept(database, made.organization, name, asked);
      await runInGroups(database, made.organization.id, ids, size);
      return leftBy(owner, made.organization, made.named, ids);
    });
  });
}

test.serial('the mix has what goes together, what goes alone and what is refused', async (t) => {
  const { database, owner } = platform;
  const made = await make(platform, []);
  const ids = await accept(
    database,
    made.organization,
    'wms.ship_shipment',
    made.shipments.map((id) => ({ shipment_id: id })),
  );
  await runInGroups(database, made.organization.id, ids, 64);
  const { rows } = await owner.query<{ said: string }>(
    `select coalesce(c.outcome ->> 'code', c.state) as said from unnest($2::uuid[]) with ordinality as k (id, n)
      join commands c on c.organization_id = $1 and c.id = k.id order by k.n`,
    [made.organization.id, ids],
  );
  t.deepEqual(
    rows.map(({ said: code }) => code),
    [
      ...Array.from({ length: 3 }, () => 'done'),
      'ORDER_ON_HOLD',
      ...Array.from({ length: 5 }, () => 'done'),
      // The poisoned one.
      'accepted',
      'LOCATION_LOCKED',
    ],
  );
});
