/** Test folders, removed with the test that created them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates an empty folder, removed at the test's teardown, after whatever was set up in it later has been torn down.
 */
export async function testFolder(
  t: { teardown(remove: () => unknown): void },
  name: string,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
