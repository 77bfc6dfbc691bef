/** What is kept of an inspection, its photos, and units of one inspection that lie in several places. */
import { createHash } from 'node:crypto';
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { recordingFetch } from '../examples/exchange.ts';
import { read } from '../fulfillment/outbound-rig.ts';
import { assertInvariants } from '../orders/orders-rig.ts';
import { pixel, scan } from '../transport/transport-rig.ts';
import {
  authorizedReturn,
  completeReceipt,
  dispose,
  inspect,
  liftHold,
  post,
  receivedReturn,
  receiveUnits,
  returnsPath,
  soldOrder,
  stockByStatus,
} from './returns-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const photo = (bytes: Buffer, filename = 'scratch.png', more: object = {}) => ({
  filename,
  content: bytes.toString('base64'),
  ...more,
});

/** Received units of which one is inspected: the return, and the path of its photos. */
async function inspected(): Promise<{ id: string; inspectionId: string; path: string }> {
  const found = await receivedReturn(platform, 1);
  const { inspections } = (await inspect(platform.client, found, 1, { defects: ['scratched'] })).body.data;
  const [{ id: inspectionId, photos }] = inspections;
  if (photos.length > 0) throw new Error('a new inspection has photos');
  return {
    id: found.id,
    inspectionId,
    path: `${returnsPath}/${found.id}/inspections/${inspectionId}/photos`,
  };
}

test('a photo of an inspection is kept once, shown with it, and comes back byte for byte', async (t) => {
  const { id, inspectionId, path } = await inspected();
  const added = await post(platform.client, path, { photos: [photo(pixel), photo(pixel, 'again.png')] });
  t.is(added.status, 201, added.text);
  const again = await post(platform.client, path, { photos: [photo(pixel)] });
  t.is(again.body.data.inspections[0].photos.length, 1, 'the same bytes are the same photo');
  const [shown] = (await read(platform.client, `${returnsPath}/${id}`)).inspections[0].photos;
  t.like(shown, {
    content_type: 'image/png',
    size_bytes: pixel.length,
    sha256: createHash('sha256').update(pixel).digest('hex'),
  });
  const { accessToken, id: organization } = platform.standard;
  const headers = { authorization: `Bearer ${accessToken}`, 'x-organization-id': organization };
  const got = await recordingFetch(
    new Request(`${platform.url}${returnsPath}/${id}/photos/${shown.id}`, { headers }),
  );
  if (got.status !== 200) t.fail(await got.text());
  t.is(got.headers.get('content-type'), 'image/png');
  t.true(Buffer.from(await got.arrayBuffer()).equals(pixel));
  t.is((await platform.client.get(`${returnsPath}/${id}/photos/${inspectionId}`)).status, 404);
  const { rows } = await platform.owner.query(
    `select data->'photo_ids' as photos from events where subject_id = $1 and type = 'return.photographed'`,
    [id],
  );
  t.deepEqual(rows, [{ photos: [shown.id] }], 'told once: nothing was added the second time');
});

test('photos are pictures of a size, as their bytes say, of an inspection of that return', async (t) => {
  const { path } = await inspected();
  const codeOf = async (photos: object[], at = path): Promise<string> => {
    const { status, body } = await platform.client.post(at, { photos });
    return `${status} ${body.error?.code}`;
  };
  t.is(await codeOf([photo(scan, 'scan.pdf')]), '400 UNSUPPORTED_FILE_TYPE');
  t.is(await codeOf([photo(pixel, 'a.jpg', { content_type: 'image/jpeg' })]), '400 UNSUPPORTED_FILE_TYPE');
  t.is(await codeOf([photo(Buffer.from('<svg/>'), 'a.svg')]), '400 UNSUPPORTED_FILE_TYPE');
  t.is(await codeOf([]), '400 VALIDATION_FAILED');
  const large = Buffer.concat([pixel, Buffer.alloc(10 * 1024 * 1024 + 1 - pixel.length)]);
  t.is(await codeOf([photo(large)]), '400 VALIDATION_FAILED');
  t.is(
    await codeOf([photo(pixel)], path.replace(/inspections\/[^/]+/, `inspections/${path.split('/')[4]}`)),
    '404 NOT_FOUND',
  );
  const other = await inspected();
  t.is(await codeOf([photo(pixel)], path.replace(path.split('/')[6]!, other.inspectionId)), '404 NOT_FOUND');
});

test('an inspection has at most forty photos, also when ten come at once four times over', async (t) => {
  const { id, path } = await inspected();
  const distinct = (from: number) =>
    Array.from({ length: 10 }, (_, index) =>
      photo(Buffer.concat([pixel, Buffer.from([from, index])]), `${from}-${index}.png`),
    );
  const answers = await Promise.all(
    [0, 1, 2, 3, 4].map((from) => post(platform.client, path, { photos: distinct(from) })),
  );
  const codes = answers.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim()).toSorted();
  t.deepEqual(codes, ['201', '201', '201', '201', '409 TOO_MANY_PHOTOS']);
  t.is((await read(platform.client, `${returnsPath}/${id}`)).inspections[0].photos.length, 40);
});

test("a merchant's token sees the photos of its own returns and of no other", async (t) => {
  const { id, path } = await inspected();
  await post(platform.client, path, { photos: [photo(pixel)] });
  const [{ id: photoId }] = (await read(platform.client, `${returnsPath}/${id}`)).inspections[0].photos;
  const { standard, threePl } = platform;
  const own = await platform.clientWith(standard, everyPermission, { merchantId: standard.merchantId });
  const at = `${returnsPath}/${id}/photos/${photoId}`;
  t.is((await own.get(at)).status, 200);
  const stranger = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  t.is((await stranger.get(at)).status, 404);
  t.is((await stranger.post(path, { photos: [photo(pixel)] })).status, 404);
  const { rows } = await platform.owner.query(
    'select count(*)::integer as photos from inspection_photos p join inspections i on i.id = p.inspection_id where p.id = $1',
    [photoId],
  );
  t.is(rows[0].photos, 1);
});

/** Three units of a return, one counted at DOCK-1 and two on a shelf, and the one inspection of all. */
async function inTwoPlaces(more: object = {}): Promise<any> {
  const { client, standard } = platform;
  const sold = await soldOrder(platform, 3, more);
  const found = await authorizedReturn(client, sold, 3);
  await receiveUnits(platform, found, 1);
  await receiveUnits(platform, found, 2, { location_id: standard.locations['A-02'] });
  await completeReceipt(client, found);
  const { inspections } = (await inspect(client, found, 3)).body.data;
  return { ...found, sold, inspectionId: inspections[0].id };
}

test('units of one inspection that lie in two places are restocked by one decision, or none of them', async (t) => {
  const { client, standard } = platform;
  const found = await inTwoPlaces();
  const { locations } = standard;
  const here = (dock: number, shelf: number) => ({
    places: [
      { location_id: locations['DOCK-1'], qty: dock },
      { location_id: locations['A-02'], qty: shelf },
    ],
  });
  const act = (body: object, kind = 'restock') => dispose(client, found, found.inspectionId, kind, body);
  const many = await act({ location_id: locations['DOCK-1'] });
  t.is(many.body.error.code, 'INSUFFICIENT_STOCK', 'all three are not there');
  t.is((await act(here(2, 1))).body.error.code, 'INSUFFICIENT_STOCK');
  t.is((await act(here(1, 3))).body.error.code, 'INSPECTION_DISPOSED');
  for (const [body, kind] of [
    [{ ...here(1, 2), qty: 3 }, 'restock'],
    [here(1, 2), 'quarantine'],
    [{ places: [here(1, 2).places[0], here(1, 2).places[0]] }, 'scrap'],
  ] as const)
    t.is((await act(body, kind)).status, 400);
  const unknown = await act({ places: [here(1, 2).places[0], { location_id: found.id, qty: 2 }] });
  t.is(unknown.body.error.details.path, 'places.1.location_id');
  t.deepEqual(await stockByStatus(client, found.sold.itemId), { hold: 3 }, 'nothing moved');
  const done = await act(here(1, 2));
  t.is(done.status, 201, done.text);
  t.is(done.body.data.status, 'disposed');
  t.like(done.body.data.dispositions[0], { kind: 'restock', qty: 3 });
  t.is(done.body.data.dispositions[0].ledger_entry_ids.length, 4);
  t.deepEqual(await stockByStatus(client, found.sold.itemId), { available: 3 });
  await assertInvariants(t, platform);
});

test('two decisions about two places at once: one is made of each unit, and the other is told what is left', async (t) => {
  const { client, standard } = platform;
  const found = await inTwoPlaces();
  const { locations } = standard;
  const [dock, shelf] = [
    { location_id: locations['DOCK-1'], qty: 1 },
    { location_id: locations['A-02'], qty: 2 },
  ];
  const answers = await Promise.all([
    dispose(client, found, found.inspectionId, 'restock', { places: [dock, shelf] }),
    dispose(client, found, found.inspectionId, 'scrap', { places: [shelf, dock], reason_code: 'damage' }),
  ]);
  const told = answers.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim()).toSorted();
  t.deepEqual(told, ['201', '409 INSPECTION_DISPOSED']);
  const stock = await stockByStatus(client, found.sold.itemId);
  t.deepEqual(stock, answers[0]!.status === 201 ? { available: 3 } : {});
});

test('a unit to be repaired stays on hold, its return is done, and repaired it is lifted like any other', async (t) => {
  const { client } = platform;
  const found = await receivedReturn(platform, 2);
  const { inspections } = (await inspect(client, found, 2, { grade: 'C' })).body.data;
  t.is((await liftHold(platform, found.sold.itemId, 'DOCK-1')).body.error.code, 'RETURN_UNDISPOSED');
  const repaired = await dispose(client, found, inspections[0].id, 'refurbish', { note: 'new shade' });
  t.is(repaired.status, 201, repaired.text);
  t.like(repaired.body.data, { status: 'disposed' });
  t.deepEqual(repaired.body.data.dispositions[0].ledger_entry_ids, []);
  t.deepEqual(await stockByStatus(client, found.sold.itemId), { hold: 2 });
  t.is((await liftHold(platform, found.sold.itemId, 'DOCK-1')).status, 200);
  t.deepEqual(await stockByStatus(client, found.sold.itemId), { available: 2 });
});
