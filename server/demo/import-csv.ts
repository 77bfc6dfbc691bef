/** Imports a CSV text and waits for its end. */
import type { DemoCaller } from './api-caller.ts';
import { waitFor } from './wait-for.ts';

export interface Import {
  id: string;
  state: string;
  lines_checked: number;
  lines_bad: number;
  created_count: number;
  errors: { line: number; problems: { message: string }[] }[];
}

export async function runImport(
  api: DemoCaller,
  kind: 'items' | 'locations' | 'stock',
  csv: string,
  isDryRun = false,
): Promise<Import> {
  const { id } = await api.post<Import>(`/api/wms/imports/${kind}`, { csv, dry_run: isDryRun });
  return waitFor(
    `the import of ${kind}`,
    () => api.get<Import>(`/api/wms/imports/${id}`),
    ({ state }) => state !== 'checking' && state !== 'applying',
  );
}
