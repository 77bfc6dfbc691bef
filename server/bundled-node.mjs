/**
 * The Node that the packages bring comes from npm, not from its publisher. So the installed executable's SHA-256 is
 * compared with bundled-node.json before the platform first runs on it: the digests of the executables in nodejs.org's
 * archives of that version (CONTRIBUTING.md says how they are taken). npm compares the packages themselves with
 * package-lock.json. Plain JavaScript: part of the set-up.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const { version, sha256 } = JSON.parse(readFileSync(new URL('./bundled-node.json', import.meta.url), 'utf8'));

/**
 * What is wrong with a Node in `modules`, as a sentence; undefined if nothing is. What was compared is remembered in
 * `stamp` by size and time, since reading it takes a while.
 */
export function refusedNode(modules, stamp) {
  const present = Object.keys(sha256).filter((file) => existsSync(path.join(modules, file)));
  const seen = [
    version,
    ...present.map((file) => `${file} ${sha256[file]} ${looksOf(path.join(modules, file))}`),
  ];
  const signature = `${seen.join('\n')}\n`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === signature) return undefined;
  for (const file of present) {
    const digest = createHash('sha256')
      .update(readFileSync(path.join(modules, file)))
      .digest('hex');
    if (digest !== sha256[file])
      return `node_modules/${file} is not Node ${version} as nodejs.org publishes it: its SHA-256 is ${digest}, and ${sha256[file]} is expected (server/bundled-node.json). Do not run it: remove node_modules, find out where it came from, and install again.`;
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, signature);
  return undefined;
}

function looksOf(file) {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
}
