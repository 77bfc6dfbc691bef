/** Which files of a run share a process (in-turn.ts), and the files that AVA is given for them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { TestFile } from './test-files.ts';

/** More would save little, and leave one process at work when the others have ended. */
const filesMax = 6;
const folder = `groups-${process.pid}`;

/** The files in groups, neighbours together: they load the same. Those that must be alone, or start a platform, are. */
export function groupsOf(files: readonly TestFile[]): TestFile[][] {
  const alone = files.filter(({ sharesProcess }) => !sharesProcess).map((file) => [file]);
  const sharing = files.filter(({ sharesProcess }) => sharesProcess);
  const count = Math.ceil(sharing.length / filesMax);
  const groups = Array.from({ length: count }, (_, index) =>
    sharing.slice(
      Math.floor((index * sharing.length) / count),
      Math.floor(((index + 1) * sharing.length) / count),
    ),
  );
  return [...alone, ...groups];
}

/** Writes a file for each group of several; returns what AVA is given, in this order. */
export function writeGroups(root: string, groups: readonly (readonly TestFile[])[]): string[] {
  mkdirSync(path.join(root, 'dist', folder), { recursive: true });
  return groups.map((group, index) => {
    if (group.length === 1) return group[0]!.compiled;
    const compiled = `dist/${folder}/${index}.test.js`;
    const files = group.map(
      (one) =>
        `{ source: '${one.source}', url: new URL('../${one.compiled.slice('dist/'.length)}', import.meta.url).href }`,
    );
    const text = `import { runInTurn } from '../test/runner/in-turn.js';\nawait runInTurn([${files.join(', ')}]);\n`;
    writeFileSync(path.join(root, compiled), text);
    return compiled;
  });
}

export function removeGroups(root: string): void {
  rmSync(path.join(root, 'dist', folder), { recursive: true, force: true });
}

/** A title as the file's own process would have it, and as a person looks for it. */
export function withoutGroup(title: string): string {
  return title.replace(/^(?:groups-\d+ › )?\d+ › (?=\S+\.test\.ts › )/, '');
}

/** Whether AVA's file is that of a group. */
export function isOfGroup(compiled: string): boolean {
  return /(?:^|\/)groups-\d+\//.test(compiled);
}
