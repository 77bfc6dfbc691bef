/** What a path says: its surface, and its parameters. */
export type Surface = 'tenant' | 'v1';

export function surfaceOf(path: string): Surface {
  return /^\/v1(?:[/?]|$)/.test(path) ? 'v1' : 'tenant';
}

/** Where to follow an accepted operation: on the surface that accepted it, with the same headers. */
export function operationPath(surface: Surface, id: string): string {
  return `${surface === 'v1' ? '/v1' : '/api'}/operations/${id}`;
}

/** The names of a path's parameters, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}
