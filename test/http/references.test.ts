/**
 * One rule for an id that names nothing: the answer says where it stands in the request, in an array as `lines.1.item_id`.
 * The description lists every array of references on both surfaces; each gets an unknown one as its second element.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Endpoint } from '../../api/http/endpoint.ts';
import { bodySchemaOf, everyEndpoint, isWrite, nameOf } from './endpoints.ts';
import { namesRecord, type Schema } from './generate.ts';
import { goodRequests, type Request } from './reference-requests.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const unknownId = '01890000-0000-7000-8000-000000000000';

/** The arrays of references that no request below reaches, and why: the state they need is reached elsewhere. */
const elsewhere: Record<string, string> = {
  'PATCH /api/wms/count-tasks/{id} missing_serials.*.line_id':
    'needs counted serials: test/counting names the line by missing_serials',
  'POST /api/wms/shipments/{id}/cartons lines.*.item_id':
    'a carton takes what was picked: an item that was not is told by its id and quantity',
  'PATCH /api/wms/shipments/{id} serials.*.item_id': 'needs a packed shipment: test/inventory/serials',
  'POST /v1/wms/shipments/{id}/ship serials.*.sku': 'needs a packed shipment: test/inventory/serials',
  'PATCH /api/wms/transfers/{id} serials.*.item_id': 'those of its shipment: test/inventory/serials',
  'PATCH /api/wms/vendor-returns/{id} serials.*.item_id': 'those of its shipment: test/inventory/serials',
  'PATCH /api/wms/vendor-returns/{id} lines.*.id':
    'needs a draft of its own: test/vendor-returns changes them',
  'PATCH /api/wms/vendor-returns/{id} lines.*.location_id': 'the same',
  'POST /v1/wms/transfers/{id}/ship serials.*.sku': 'those of its shipment: test/inventory/serials',
  'POST /api/oms/returns/{id}/dispose places.*.location_id':
    'needs an inspected return: test/returns/inspected-units names the place',
  'POST /api/oms/returns/{id}/credit lines.*.return_line_id':
    'needs an inspected return of an invoiced order: test/returns/return-credit names the place',
  'POST /api/oms/returns/{id}/credit lines.*.inspection_id': 'the same',
  'PATCH /api/oms/orders/{id} lines.*.line_id':
    'needs a released order: workers/fulfillment/fulfill-order-in-part.ts names the place',
  'POST /api/tms/rates carton_ids.*': 'needs packed cartons: test/parcels/rates names the place',
  'POST /v1/tms/rates carton_ids.*': 'the same',
  'PATCH /api/wms/count-tasks/{id} line_ids.*': 'needs a count in review: test/counting recounts lines',
  'PATCH /api/purchase/orders/{id} changes.*.line_id': 'needs a released order: test/purchase changes orders',
  'PATCH /api/purchase/orders/{id} added.*.item_id': 'needs a released order: test/purchase changes orders',
  'POST /api/wms/print-jobs/bulk jobs.*.ref_id':
    'a word for people: it may name what the platform does not know',
};

/** Where a body has references inside of arrays, with `*` for an element. */
function referencesIn(schema: Schema, path: string[] = [], isInside = false): string[] {
  const options: Schema[] = schema['anyOf'] ?? schema['oneOf'] ?? [schema];
  const found = options.flatMap((one) => {
    if ([one['type']].flat().includes('array')) return referencesIn(one['items'], [...path, '*'], true);
    if (one['properties'])
      return Object.entries(one['properties'] as Record<string, Schema>).flatMap(([name, inner]) =>
        referencesIn(inner, [...path, name], isInside),
      );
    return isInside && namesRecord(one) ? [path.join('.')] : [];
  });
  return [...new Set(found)];
}

/** A copy of the body with an unknown reference in the second element of each array, and where it stands. */
function spoiled(body: unknown, pattern: string): { body: any; path: string } | undefined {
  const copy = structuredClone(body) as any;
  const steps = pattern.split('.');
  const last = steps.pop()!;
  const path: string[] = [];
  let at = copy;
  for (const step of steps) {
    const key = step === '*' ? (at.length > 1 ? 1 : 0) : step;
    at = at[key];
    path.push(String(key));
    if (at === undefined || at === null) return undefined;
  }
  const key = last === '*' ? 1 : last;
  at[key] = last === 'sku' ? 'NO-SUCH-SKU' : unknownId;
  return { body: copy, path: [...path, key].join('.') };
}

const send = ({ client, method, path }: Request, body: object) =>
  method === 'POST' ? client.post(path, body) : client.patch(path, body);

test('an unknown id is named by its place, in every array of references of both surfaces', async (t) => {
  t.timeout(240_000);
  const requests = await goodRequests(platform);
  const problems: string[] = [];
  let tried = 0;
  const arrays = everyEndpoint.filter(isWrite).flatMap((endpoint: Endpoint) => {
    return referencesIn(bodySchemaOf(endpoint)).map((pattern) => ({ name: nameOf(endpoint), pattern }));
  });
  for (const { name, pattern } of arrays) {
    const isExcused = `${name} ${pattern}` in elsewhere;
    const request = requests.find((one) => one.of === name && one.reaches(pattern));
    if (isExcused) continue;
    const wrong = request && spoiled(request.body, pattern);
    if (!request || !wrong) {
      problems.push(`${name} has no request that reaches ${pattern}`);
      continue;
    }
    tried += 1;
    const { status, body, text } = await send(request, wrong.body);
    // A batch answers item by item; a place is that within the item.
    const item = body.data?.items?.[1] ?? body.items?.[1];
    const path = item ? wrong.path.replace(/^items\.1\./, '') : wrong.path;
    const error = (item ?? body).error ?? {};
    const told = error.details?.path ?? error.details?.[0]?.path;
    if (told !== path || !['UNKNOWN_REFERENCE', 'VALIDATION_FAILED'].includes(error.code))
      problems.push(`${name} tells ${told} for ${path}: ${status} ${text.slice(0, 200)}`);
  }
  t.deepEqual(problems, []);
  t.true(tried > 40, `${tried} arrays were tried`);
  t.deepEqual(
    Object.keys(elsewhere).filter((key) => !arrays.some(({ name, pattern }) => key === `${name} ${pattern}`)),
    [],
    'nothing is called so',
  );
});
