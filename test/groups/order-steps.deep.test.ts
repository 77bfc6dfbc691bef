/**
 * Orders fulfilled and cancelled in groups, and shipments cancelled, leave what they leave one by one: random mixes of those
 * with plain shipments, held ones, ones that a wave waits for, on a license plate, with serials, behind a count, and repeats.
 */
import test from 'ava';
import fc from 'fast-check';
import type { OwnPlatform } from '../helpers/platform.ts';
import { assertAsAlone, said } from './as-alone.ts';
import { aShipment, make, orders, poisonedPlatform, unknownId, type InputOf } from './every-sort.ts';
import { accept, leftBy, runInGroups } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await poisonedPlatform();
});
test.after.always(() => platform?.stop());

const anOrder = fc.integer({ min: 0, max: orders.length }).map((index): InputOf => (made) => ({
  order_id: made.orders[index] ?? unknownId,
}));

const kinds: Record<string, { before: readonly string[]; inputs: fc.Arbitrary<InputOf> }> = {
  'wms.cancel_shipment': { before: ['wms.pick_shipment'], inputs: aShipment },
  'oms.request_order_cancel': {
    before: ['wms.pick_shipment'],
    inputs: fc
      .tuple(anOrder, fc.constantFrom(undefined, 'changed their mind'))
      .map(([order, reason]): InputOf => (made) => ({ ...order(made), reason })),
  },
  'oms.fulfill_order': { before: ['wms.pick_shipment'], inputs: anOrder },
};

for (const [name, { before, inputs }] of Object.entries(kinds)) {
  test.serial(`${name} in groups of 2 and 64 leaves what it leaves one by one`, async (t) => {
    await assertAsAlone(t, inputs, { commandsMax: 14, runs: 4 }, async (wanted, size) => {
      const { database, owner } = platform;
      const made = await make(platform, before);
      const asked = wanted.map((inputOf) => said(inputOf(made)));
      const ids = await accept(database, made.organization, name, asked);
      await runInGroups(database, made.organization.id, ids, size);
      return leftBy(owner, made.organization, made.named, ids);
    });
  });
}
