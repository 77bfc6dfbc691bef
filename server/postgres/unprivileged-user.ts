import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartError } from '../start-error.ts';

export interface UnprivilegedUser {
  uid: number;
  gid: number;
}

const ownName = 'warehouse-db';

/**
 * The user Postgres must run as, because it refuses to run as root. Undefined if this process is not root: Postgres
 * then simply runs as the same user. The owner of an existing `databaseDir` comes first, so that a directory created
 * earlier stays readable; otherwise `postgres`, a system user created for the purpose, or `nobody`.
 */
export function unprivilegedUser(databaseDir: string): UnprivilegedUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(databaseDir);
  if (owner && owner.uid !== 0) return owner;
  const user = findUser('postgres') ?? findUser(ownName) ?? createUser() ?? findUser('nobody');
  if (user) return user;
  throw new StartError(
    'Postgres refuses to run as root, and there is no unprivileged user and none could be created: run npm start as an ordinary user, or set DATABASE_URL.',
  );
}

/** True if `user` can enter the directory and every directory above it. */
export function canEnter(user: UnprivilegedUser, directory: string): boolean {
  // A real attempt shows what mode bits do not: access lists, mount options, security modules.
  const attempt = spawnSync('/bin/sh', ['-c', 'cd "$0"', directory], {
    ...user,
    cwd: '/',
    env: {},
  });
  return attempt.status === 0;
}

function ownerOf(directory: string): UnprivilegedUser | undefined {
  try {
    const { uid, gid } = statSync(directory);
    return { uid, gid };
  } catch {
    return undefined;
  }
}

function findUser(name: string): UnprivilegedUser | undefined {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
  const id = Number.parseInt(answer.stdout ?? '', 10);
  return answer.status === 0 && id > 0 ? id : undefined;
}

function createUser(): UnprivilegedUser | undefined {
  const ways: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false', ownName],
    ],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', ownName]],
  ];
  for (const [command, options] of ways) {
    if (spawnSync(command, options, { stdio: 'ignore' }).status === 0) return findUser(ownName);
  }
  return undefined;
}
