/** The router's own list, prepared for walking: every endpoint of both surfaces, and requests to it. */
import { isWrite, type Endpoint } from '../../api/http/endpoint.ts';
import { pathParams } from '../../api/http/surface.ts';
import { describeApi } from '../../api/openapi/openapi.ts';
import { tenantEndpoints } from '../../api/tenant/endpoints.ts';
import { v1Endpoints } from '../../api/v1/endpoints.ts';
import type { Permission } from '../../domain/permissions.ts';
import { fitting, type IdOf, type Schema } from './generate.ts';
import { createRandom, type Random } from './random.ts';
import { resolved } from './resolved.ts';

export { isWrite };

export const everyEndpoint: readonly Endpoint[] = [...tenantEndpoints, ...v1Endpoints];

export const description: any = describeApi(everyEndpoint);

const whole: any = resolved(description);

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** Which permissions open an endpoint; an empty list means every token does. */
export function permissionsOf(endpoint: Endpoint): readonly Permission[] {
  if (endpoint.kind === 'actions') {
    const entries = [...Object.values(endpoint.actions), ...(endpoint.edit ? [endpoint.edit] : [])];
    return entries.map(({ permission }) => permission);
  }
  const { permission } = endpoint;
  if (typeof permission === 'string') return [permission];
  return 'open' in permission ? [] : permission;
}

/** The path with its parameters filled; ids by `idOf`, other parameters by their schema. */
export function pathOf(endpoint: Endpoint, idOf: IdOf, random: Random = createRandom(1)): string {
  const parameters: Schema[] = operationOf(endpoint)['parameters'];
  return pathParams(endpoint.path).reduce((path, name) => {
    const schema: Schema = parameters.find((one) => one['in'] === 'path' && one['name'] === name)!['schema'];
    const value =
      schema['format'] === 'uuid' ? (idOf(name) ?? random.uuid()) : fitting(schema, random, idOf, name);
    return path.replace(`{${name}}`, encodeURIComponent(String(value)));
  }, endpoint.path);
}

export function operationOf({ method, path }: Endpoint): Schema {
  return whole.paths[path][method.toLowerCase()];
}

/** The schema of a write's body. */
export function bodySchemaOf(endpoint: Endpoint): Schema {
  return operationOf(endpoint)['requestBody'].content['application/json'].schema;
}

/** The headers of an organization's caller: bearer token, organization where the surface requires it, JSON for a write. */
export function headersOf(
  endpoint: Endpoint,
  caller: { id: string; accessToken: string },
): Record<string, string> {
  return {
    authorization: `Bearer ${caller.accessToken}`,
    ...(endpoint.path.startsWith('/v1/') ? {} : { 'x-organization-id': caller.id }),
    ...(isWrite(endpoint) ? { 'content-type': 'application/json' } : {}),
  };
}

/** With valid bodies, a walk would use these to take away its own rights or its own rate limit. */
export function endsTheWalk(endpoint: Endpoint): boolean {
  return ['PATCH /api/tenancy/settings', 'DELETE /api/tenancy/tokens/{id}'].includes(nameOf(endpoint));
}
