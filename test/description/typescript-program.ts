/** The TypeScript of guides as programs: a folder in which the client is installed, and a module of a guide's steps. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { guideBlocks, operationsOf, type GuideBlock } from '../../api/docs/guide-tabs.ts';
import { readShelf } from '../../api/docs/shelf.ts';
import { everyEndpoint } from '../http/endpoints.ts';

export const { guides } = readShelf();
const operations = operationsOf(everyEndpoint);

export const commandsOf = (text: string): GuideBlock[] =>
  guideBlocks(text, operations).filter(({ kind }) => kind === 'sh');

export const guideNamed = (name: string) => guides.find(({ address }) => address.endsWith(`/${name}`))!;

const [setUp, ...signIn] = commandsOf(guideNamed('sign-in').text);

/** A guide's steps; the set-up of the first guide belongs to all. */
export const stepsIn = ({ address, text }: { address: string; text: string }): GuideBlock[] =>
  address.endsWith('/sign-in') ? signIn : commandsOf(text);

/** What is printed after each step. */
export const mark = '=== end of step ===';

/** Imports first, as a module wants them, and a mark after what each step has printed. */
export function moduleOf(steps: readonly GuideBlock[]): string {
  const lines = [setUp!, ...steps].flatMap(({ typescript }) => [
    ...typescript!.split('\n'),
    `console.log('${mark}');`,
  ]);
  const isImport = (line: string): boolean => line.startsWith('import ');
  const imports = [...new Set(lines.filter(isImport))];
  return [...imports, ...lines.filter((line) => !isImport(line))].join('\n');
}

/** Programs in the folder find the client where a reader has installed it. */
export function installClient(folder: string): void {
  const client = path.join(folder, 'node_modules', 'warehouse-platform-client');
  mkdirSync(client, { recursive: true });
  const built = path.join(process.cwd(), 'dist', 'client', 'src', 'client.js');
  const types = path.join(process.cwd(), 'client', 'src', 'client.ts');
  const exported = { '.': { types: './index.d.ts', default: './index.js' } };
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(client, 'package.json'), JSON.stringify({ type: 'module', exports: exported }));
  writeFileSync(path.join(client, 'index.js'), `export * from '${built}';`);
  writeFileSync(path.join(client, 'index.d.ts'), `export * from '${types}';`);
  const [from, to] = [process.cwd(), folder].map((root) => path.join(root, 'node_modules', '@types'));
  symlinkSync(from!, to!);
}
