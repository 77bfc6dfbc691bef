/** Imports a CSV text and waits for it to finish. */
import type { Answer } from '../../client/src/calls.ts';
import type { PlatformClient } from '../../client/src/client.ts';
import { path } from './journey/journey.ts';
import { waitFor } from './wait-for.ts';

export async function runImport(
  api: PlatformClient,
  kind: 'items' | 'locations' | 'stock',
  csv: string,
  isDryRun = false,
): Promise<Answer<'/api/wms/imports/{id}', 'get'>> {
  const { id } = await api.post(`/api/wms/imports/${kind}`, { body: { csv, dry_run: isDryRun } });
  return waitFor(
    `the import of ${kind}`,
    () => api.get('/api/wms/imports/{id}', path(id)),
    ({ state }) => state !== 'checking' && state !== 'applying',
  );
}
