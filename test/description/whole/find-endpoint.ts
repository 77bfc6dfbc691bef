/** Finding an endpoint: every path of both surfaces, and paths that belong to none. */
import test from 'ava';
import { endpointFinder } from '../../../api/http/find-endpoint.ts';
import { everyEndpoint as endpoints } from '../../http/endpoints.ts';

const find = endpointFinder(endpoints);
const id = '0190a5b2-0000-7000-8000-000000000001';
const written = (path: string): string => path.replaceAll(/\{\w+\}/g, id);

test('every endpoint is found at its own path, with a slash behind it too, unless one before it takes the path', (t) => {
  for (const endpoint of endpoints) {
    const path = written(endpoint.path);
    for (const asked of [path, `${path}/`]) {
      const found = find(endpoint.method, asked);
      if (!('endpoint' in found)) return t.fail(`${endpoint.method} ${asked} leads nowhere`);
      const first = endpoints.find(
        (one) =>
          one.method === endpoint.method && written(one.path).length === path.length && fits(one.path, path),
      );
      t.is(found.endpoint.path, first!.path);
    }
  }
});

test('a path of other methods names them, and no other path anything', (t) => {
  const { path } = endpoints.find((one) => one.method === 'PATCH')!;
  const methods = endpoints.filter((one) => one.path === path).map((one) => one.method as string);
  const found = find('TRACE', written(path));
  t.true('methods' in found && methods.every((method) => found.methods.includes(method)));
  for (const nothing of [
    '/',
    '/api',
    '/api/wms',
    '/api/wms/',
    '/api/wms/nothing',
    '/api/WMS/items',
    `${written(path)}/x/y/z`,
  ]) {
    t.deepEqual(find('GET', nothing), { methods: [] }, nothing);
  }
});

test('parameters are taken as they are written, decoded', (t) => {
  const found = find('GET', '/api/operations/a%20b');
  t.true('endpoint' in found && Object.values(found.params).includes('a b'));
});

function fits(path: string, asked: string): boolean {
  const [own, given] = [path.split('/'), asked.split('/')];
  return (
    own.length === given.length && own.every((step, index) => step.startsWith('{') || step === given[index])
  );
}
