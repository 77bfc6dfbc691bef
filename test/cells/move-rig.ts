/** What tests of moves need: a move as a program that can be killed, the admin command, the databases of both cells. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import knex, { type Knex } from 'knex';
import { keyRing } from '../../domain/secrets/platform-keys.ts';
import type { Move } from '../../server/cells/move.ts';
import type { OwnPlatform } from '../helpers/platform.ts';
import { testSecrets } from '../helpers/servers.ts';

const program = fileURLToPath(new URL('./move-main.js', import.meta.url));

/** The exit of a move that is killed before a step; '' is not. */
export function move(
  id: string,
  a: OwnPlatform,
  b: OwnPlatform,
  killedAt: string,
): Promise<{ code: number | null; said: string }> {
  return ended(spawn(process.execPath, [program, id, a.ownerUrl, b.ownerUrl, killedAt]));
}

const admin = fileURLToPath(new URL('../../../dist/server/admin-main.js', import.meta.url));

/** The command itself, from the first cell to the second, without the secret that only a beginning needs. */
export function administer(
  command: string,
  id: string,
  a: OwnPlatform,
  b: OwnPlatform,
  more: readonly string[] = [],
): Promise<{ code: number | null; said: string }> {
  const env = {
    PATH: '/usr/bin:/bin',
    CELL: 'a',
    DATABASE_URL: a.ownerUrl,
    TARGET_DATABASE_URL: b.ownerUrl,
    // That cells share their files is asked for; the command itself reads none.
    S3_URL: 'https://storage.example.test/warehouse',
    S3_ACCESS_KEY_ID: 'unused',
    S3_SECRET_ACCESS_KEY: 'unused',
  };
  return ended(
    spawn(process.execPath, [admin, command, '--organization', id, '--to', 'b', ...more], { env }),
  );
}

function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

interface Ends {
  source: Knex;
  target: Knex;
}

/** Both databases, by their owners. */
export function ownersOf(
  scene: { teardown(stop: () => unknown): void },
  a: OwnPlatform,
  b: OwnPlatform,
): Ends {
  const connect = ({ ownerUrl }: OwnPlatform): Knex => {
    const owner = knex({ client: 'pg', connection: ownerUrl });
    scene.teardown(() => owner.destroy());
    return owner;
  };
  return { source: connect(a), target: connect(b) };
}

/** From cell a to b. */
export const moveOf = (organizationId: string, a: OwnPlatform, ends: Ends): Move => ({
  organizationId,
  ...ends,
  sourceUrl: a.ownerUrl,
  sealingKeys: () => keyRing(testSecrets, 'credentials').map((key) => key.id),
  from: 'a',
  to: 'b',
  tell: () => {},
});
