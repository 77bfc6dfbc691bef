/**
 * What the generic walks leave out for WMS and OMS: each read succeeds with any one permission it names, shows the
 * requested record, and finds neither a random id nor another organization's.
 */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { everyEndpoint, nameOf, permissionsOf } from '../http/endpoints.ts';
import { plant, subjects } from './planted.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('every read of WMS and OMS opens with each permission it names, and knows its own organization only', async (t) => {
  const { threePl, standard } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const planted = await plant(platform, house, threePl.merchantId, 'A-01');
  const retailer = await house.post('/api/oms/retailers', { code: 'R1', name: 'Retailer' });
  const apart = { class: '1.1', other_class: '1.4', rule: 'ok' };
  const segregation = await house.post('/api/wms/hazard-segregation', apart);
  const imported = await house.post('/api/wms/imports/items', { csv: 'sku,name\nA,Aa\n', dry_run: true });
  const own: Record<string, string> = {
    ...planted,
    warehouse: threePl.warehouseId,
    location: threePl.locations['A-01']!,
    carrier: threePl.carrierId,
    vendor: threePl.vendorId,
    customer: threePl.customerId,
    channel: threePl.channelId,
    retailer: retailer.body.data.id,
    segregation: segregation.body.data.id,
    import: imported.body.data.id,
  };
  const stranger = await platform.clientWith(standard, everyPermission);
  const reads = everyEndpoint.filter(
    (endpoint) =>
      endpoint.kind === 'query' &&
      /^\/api\/(wms|oms)\//.test(endpoint.path) &&
      !/print|hubs/.test(endpoint.path),
  );
  t.true(reads.length > 50, `${reads.length} reads are walked`);
  const problems: string[] = [];
  for (const endpoint of reads) {
    const { path } = endpoint;
    const subject = subjects[path.split('/')[3]!];
    if (path.includes('{') && !(subject && own[subject])) {
      problems.push(`${nameOf(endpoint)}: nothing is planted for it`);
      continue;
    }
    const photo = planted[path.startsWith('/api/wms/') ? 'inspection_photo' : 'photo']!;
    const at = (id: string): string => path.replace('{photo_id}', photo).replace(/\{\w+\}/, id);
    const asked = path.includes('{') ? at(own[subject!]!) : withNeeded(path, planted);
    for (const permission of permissionsOf(endpoint)) {
      const reader = await platform.clientWith(threePl, [permission]);
      const answer = await reader.get(asked, { headers: { accept: 'application/json' } });
      const isSeenByKind = path === '/api/wms/tasks/{id}' || path.startsWith('/api/wms/imports/{id}');
      const isOfOtherKind = isSeenByKind && answer.status === 404;
      if (answer.status !== 200 && !isOfOtherKind)
        problems.push(
          `${nameOf(endpoint)} with ${permission}: ${answer.status} ${answer.text.slice(0, 120)}`,
        );
    }
    if (!path.includes('{')) continue;
    const shown = await house.get(asked, { headers: { accept: 'application/json' } });
    if (path.endsWith('{id}') && shown.body?.data?.id !== own[subject!])
      problems.push(`${nameOf(endpoint)} shows another record`);
    const foreign = await stranger.get(asked);
    const random = await house.get(at(randomUUID()));
    for (const [who, { status, body }] of Object.entries({ foreign, random })) {
      if (status !== 404 || body.error.code !== 'NOT_FOUND')
        problems.push(`${nameOf(endpoint)} of a ${who} id: ${status}`);
    }
  }
  t.deepEqual(problems, []);
});

// The statement is for one merchant and a period, and a look-up for a code; the others need no parameters.
function withNeeded(path: string, { merchant, return_no: code }: Record<string, string>): string {
  if (path.endsWith('/statement')) return `${path}?merchant_id=${merchant}&from=2020-01-01&to=2020-01-31`;
  if (path.endsWith('/lots/shipments')) return `${path}?item_id=${randomUUID()}&lot_no=L`;
  return path.endsWith('/lookup') ? `${path}?code=${code}` : path;
}
