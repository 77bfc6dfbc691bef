/** The book against the platform: balances, ledger, availability, serials, license plates and the documents. */
import { type Book, isHeld, keyOf, sum } from './book.ts';
import { recalledIn, type Seen, type Stock } from './seen.ts';
import { assertSerials, numbers } from './serials.ts';
import { ok, type Site } from './site.ts';
import { assertSame } from './same.ts';

export async function compare(book: Book, site: Site, seen: Seen): Promise<void> {
  const expected = [...book.stock.values()];
  assertStock('balances', site, seen.stock, expected);
  assertStock('ledger', site, seen.ledger, expected);
  await assertShown(site, expected);
  await assertAvailability(book, site, seen);
  const inOrder = (serials: readonly string[]): string => serials.toSorted().join(' ');
  assertSame('serials in stock', inOrder(numbers(seen.serials)), inOrder(book.serials));
  assertSerials(seen, site.serial);
  const ofItem = expected.filter(
    ({ item_id: item, status }) => item === site.serial && status !== 'in_transit',
  );
  assertSame('units of the item with serials', sum(ofItem), book.serials.length);
  assertAllocated(book, seen);
  // Goods that ship straight from their shelf are picked on the way; where their license plate was last is of no matter.
  for (const plate of seen.plates.filter(({ state }) => state !== 'shipped')) {
    const standing = book.plates.get(plate.id);
    assertSame(`${plate.lpn} is at`, plate.location_id, standing?.location_id);
    assertSame(`${plate.lpn} is on`, plate.parent_lpn_id, standing?.parent_lpn_id);
  }
  assertOrders(seen);
}

function assertStock(what: string, site: Site, found: readonly Stock[], expected: readonly Stock[]): void {
  const named = (stock: readonly Stock[]): Map<string, number> =>
    new Map(stock.map((one) => [keyOf(one), one.qty]));
  const [has, should] = [named(found), named(expected)];
  const wrong = [...new Set([...has.keys(), ...should.keys()])].filter(
    (key) => has.get(key) !== should.get(key),
  );
  if (wrong.length === 0) return;
  const word = (key: string): string =>
    key
      .split('|')
      .map((id) => site.words.get(id) ?? id.slice(-6))
      .join(' ');
  const told = wrong.map((key) => `${word(key)}: ${has.get(key) ?? 0} instead of ${should.get(key) ?? 0}`);
  throw new Error(`${what}: ${told.join('; ')}`);
}

/** What clients are shown, by license plate. */
async function assertShown(site: Site, expected: readonly Stock[]): Promise<void> {
  const shown: Stock[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/api/wms/inventory?group_by=lpn&page_size=200&page=${page}`;
    const rows: any[] = ok(await site.client.get(path));
    shown.push(...rows.filter(({ qty }) => qty !== 0).map((row) => ({ ...row, lot_no: row.lot_no ?? '' })));
    if (rows.length < 200) break;
  }
  assertStock('the inventory shown', site, shown, expected);
}

/** Supply, promises and what is left of it: in all warehouses, and in each. */
async function assertAvailability(book: Book, site: Site, seen: Seen): Promise<void> {
  const locked = new Set(seen.locked.map(({ location_id: at }) => at));
  const recalled = recalledIn(seen);
  const free = [...book.stock.values()].filter(
    ({ status, location_id: at, lot_no: lot }) =>
      status === 'available' && !site.passing.has(at) && !locked.has(at) && !recalled.has(lot),
  );
  for (const place of [null, site.main, site.second.id]) {
    const query = place ? `&warehouse_id=${place}` : '';
    const rows: any[] = ok(await site.client.get(`/api/oms/availability?page_size=100${query}`));
    for (const item of site.items) {
      const row = rows.find(({ product_id: id }) => id === item);
      const supply = sum(
        free.filter(
          (one) => one.item_id === item && (!place || site.warehouseOf.get(one.location_id) === place),
        ),
      );
      const promised = seen.lines
        .filter((line) => line.item_id === item && (!place || line.reserved_in === place))
        .reduce((total, line) => total + line.reserved, 0);
      const what = `${site.words.get(item) ?? item} in ${place ? (site.words.get(place) ?? place) : 'all warehouses'}`;
      assertSame(`${what}: available`, row.available_qty, supply);
      assertSame(`${what}: promised`, row.promised_qty, promised);
      const left = supply - promised - (place ? 0 : site.safetyStock);
      assertSame(`${what}: to promise`, row.atp, Math.max(0, left));
    }
  }
}

/** Allocated stock is what documents hold, place by place, and shipments hold what their lines say. */
function assertAllocated(book: Book, seen: Seen): void {
  const held = new Map<string, number>();
  for (const one of seen.allocations.filter(isHeld)) {
    const key = keyOf({ ...one, status: 'allocated' });
    held.set(key, (held.get(key) ?? 0) + one.qty);
  }
  const allocated = [...book.stock.values()].filter(({ status }) => status === 'allocated');
  for (const one of allocated) assertSame('allocated at a place', one.qty, held.get(keyOf(one)) ?? 0);
  assertSame('places with allocated stock', allocated.length, held.size);
  for (const line of seen.shipmentLines) {
    const { status } = seen.shipments.find(({ id }) => id === line.shipment_id)!;
    if (status === 'cancelled') continue;
    const stands = sum(
      seen.allocations.filter((one) => one.shipment_line_id === line.id && one.status !== 'released'),
    );
    assertSame(`a line of a shipment that is ${status}`, line.qty, stands);
  }
}

/** What was ordered is fulfilled, waiting, ended, promised or held: each unit one of them. */
function assertOrders(seen: Seen): void {
  for (const line of seen.lines) {
    const ofLine = seen.allocations.filter(({ order_line_id: id }) => id === line.id);
    const shipped = sum(ofLine.filter(({ status }) => status === 'shipped'));
    assertSame(`fulfilled of an order that is ${line.order_status}`, line.fulfilled_qty, shipped);
    const known =
      shipped + sum(ofLine.filter(isHeld)) + line.backordered_qty + line.cancelled_qty + line.reserved;
    const isUntouched = ['draft', 'pending_review', 'confirmed'].includes(line.order_status);
    if (known > line.qty || (!isUntouched && known !== line.qty))
      throw new Error(`an order that is ${line.order_status} accounts for ${known} of ${line.qty}`);
  }
}
