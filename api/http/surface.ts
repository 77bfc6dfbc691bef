/** The two surfaces, distinguished by their paths alone. */
export type Surface = 'tenant' | 'v1';

export function surfaceOf(path: string): Surface {
  return /^\/v1(?:[/?]|$)/.test(path) ? 'v1' : 'tenant';
}

/** Where to follow an accepted operation: on the surface that accepted it, with the same headers. */
export function operationPath(surface: Surface, id: string): string {
  return `${surface === 'v1' ? '/v1' : '/api'}/operations/${id}`;
}
