/**
 * Finds the endpoint for a method and path. There are hundreds of paths, and a router tries them one after another.
 * They are therefore grouped once, at startup, by their first segments, so that a request is matched against only a
 * few.
 */
import Router from '@koa/router';
import type { Endpoint } from './endpoint.ts';
import type { Found } from './exchange.ts';

type Find = (method: string, path: string) => Found | { methods: string[] };

// `/api/wms/items` and `/api/v1/oms/orders`: the fourth segment is usually a parameter.
const stepsKnown = 3;

export function endpointFinder(endpoints: readonly Endpoint[]): Find {
  const beginnings = new Set(endpoints.map(({ path }) => beginningOf(path)).filter(isPlain));
  const finders = new Map(
    [...beginnings].map((beginning) => [
      beginning,
      finder(endpoints.filter(({ path }) => mayBegin(path, beginning))),
    ]),
  );
  // A path that matches no literal prefix can only be one that has a parameter there, or a short one.
  const others = finder(endpoints.filter(({ path }) => !isPlain(beginningOf(path))));
  return (method, path) => (finders.get(beginningOf(path)) ?? others)(method, path);
}

function beginningOf(path: string): string {
  return path
    .split('/', stepsKnown + 1)
    .slice(1)
    .join('/');
}

/** Whether all of its leading segments are present and literal. */
function isPlain(beginning: string): boolean {
  return !beginning.includes('{') && beginning.split('/').length === stepsKnown;
}

function mayBegin(path: string, beginning: string): boolean {
  const own = beginningOf(path).split('/');
  return beginning
    .split('/')
    .every((step, index) => own[index] === step || (own[index]?.includes('{') ?? false));
}

function finder(endpoints: readonly Endpoint[]): Find {
  const router = new Router({ strict: false, sensitive: true });
  const byLayer = new Map<unknown, Endpoint>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    // The router only finds the endpoint; the stages take it from there.
    byLayer.set(
      router.register(path, [endpoint.method], () => {}),
      endpoint,
    );
  }
  return (method, path) => {
    const matched = router.match(path, method);
    const layer = matched.pathAndMethod.find((candidate) => byLayer.has(candidate));
    if (matched.route && layer)
      return { endpoint: byLayer.get(layer)!, params: layer.params(path, layer.captures(path)) };
    return { methods: [...new Set(matched.path.flatMap((candidate) => candidate.methods))] };
  };
}
