/**
 * Who posts to the ledger, and how what it brings is kept apart from other dangerous goods: a file that is not in this list
 * has to be looked at first, and its way tried in `hazard-ways.test.ts`.
 */
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { readModules } from '../architecture/modules.ts';

/** The files that post to the ledger: how what they bring is kept apart, or why they bring nothing to where goods are kept. */
const writers: Record<string, string> = {
  'db/receiving/apply-scans.write.ts': 'workers/receiving/keep-arrivals-apart.ts, for receipts of all kinds',
  'db/inventory/pallet-move.write.ts': 'workers/inventory/enter-room.ts, after it has moved',
  'db/moves/plates-together.write.ts':
    'workers/inventory/enter-room.ts: refusesPlate; what is split stays where it is',
  'db/moves/carry-allocated.write.ts': 'workers/inventory/enter-room.ts, by workers/moves/carry-to-face.ts',
  'workers/inventory/move-stock.ts': 'workers/inventory/enter-room.ts',
  'workers/shipping/put-goods-back.ts': 'workers/inventory/enter-room.ts',
  'workers/inventory/adjust-inventory.ts': 'keepApart',
  'workers/imports/import-stock.ts': 'line by line, with what comes in lines before',
  'workers/returns/disposition-stock.ts':
    'keepItemsApart, for another item; what is restocked is what it was',
  'workers/transfers/close-transfer.ts': 'keepItemsApart, for what is back',
  'db/counting/count-posting.write.ts': 'told by workers/counting/tell-hazards.ts, never refused',
  'workers/receiving/reverse-receipt-line.ts': 'goes, or into transit',
  'db/transfers/send-transfer.write.ts': 'into transit',
  'db/inventory/status-change.write.ts': 'lies where it lay',
  'db/inventory/lots/lot-stock.write.ts': 'lies where it lay',
  'db/fulfillment/commit-shipment.write.ts': 'allocated where it lies',
  'db/fulfillment/short-pick.write.ts': 'allocated, or free again, where it lies',
  'db/fulfillment/ship-part.write.ts': 'leaves',
  'db/fulfillment/steps-together.write.ts': 'picked into staging, or leaves',
  'db/fulfillment/withdraw-together.write.ts': 'on hold or free where it lies',
  'db/shipping/shipment-stock.write.ts': 'picked into staging, leaves, or free where it lies',
};

// They hand on what others post.
const doors = ['db/inventory/posting.ts', 'workers/inventory/post-in-turn.ts'];
const posts = /\b(postNext|postUntold|postInTurn|postTogether|postLines|post)\(/;

test('each file that posts to the ledger is known', (t) => {
  const modules = readModules(fileURLToPath(new URL('../../../', import.meta.url)));
  const ways = ['db/inventory/ledger.write.ts', ...doors];
  const posting = modules.filter(
    ({ path, text, imports }) =>
      /^(db|workers|server|api)\//.test(path) &&
      imports.some(({ target, isType }) => !isType && ways.includes(target)) &&
      posts.test(text),
  );
  const found = posting.map(({ path }) => path).filter((path) => !doors.includes(path));
  t.deepEqual(found.toSorted(), Object.keys(writers).toSorted());
});
