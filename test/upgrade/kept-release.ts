/**
 * A filled database of a release, kept in test/upgrade/kept as one small file: some organizations as `export-organization`
 * writes them, a token of each, and what the API answered of them. It is exported, not dumped by Postgres, so that it
 * can be brought into any version of Postgres; the digests in it freeze the migrations of that release, and its surface
 * is what later builds are compared with.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Manifest } from '../../server/cells/manifest.ts';
import type { Answers } from './answers.ts';
import type { Surface } from './surface.ts';

export interface KeptOrganization {
  organization_id: string;
  access_token: string;
  /** By path: how many rows the list has, without any filter. */
  totals: Record<string, number>;
  answers: Answers;
  /** The files of its export, in base64 if they are no text. */
  files: Record<string, { text: string } | { base64: string }>;
}

export interface KeptRelease {
  version: string;
  /** Betas promise nothing. */
  surface?: Surface;
  organizations: KeptOrganization[];
}

const folder = path.join(process.cwd(), 'test', 'upgrade', 'kept');

export function keptReleases(): KeptRelease[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json.gz'))
    .map((file) => JSON.parse(gunzipSync(readFileSync(path.join(folder, file))).toString()) as KeptRelease);
}

export const isBeta = (version: string): boolean => version.includes('-');

/** Returns how many bytes it has. What is kept of a release is never written over. */
export function keepRelease(release: KeptRelease): number {
  const packed = gzipSync(JSON.stringify(release), { level: 9 });
  const flag = isBeta(release.version) ? 'w' : 'wx';
  writeFileSync(path.join(folder, `${release.version}.json.gz`), packed, { flag });
  return packed.length;
}

export function packFolder(from: string): KeptOrganization['files'] {
  const names = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    names.sort().map((name) => {
      const bytes = readFileSync(path.join(from, name));
      const text = bytes.toString();
      const isText = Buffer.from(text).equals(bytes);
      return [name, isText ? { text } : { base64: bytes.toString('base64') }];
    }),
  );
}

export function unpackFolder(files: KeptOrganization['files'], to: string): void {
  for (const [name, kept] of Object.entries(files)) {
    const file = path.join(to, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'text' in kept ? kept.text : Buffer.from(kept.base64, 'base64'));
  }
}

/** The digests of the migrations that release had. */
export function migrationsOf({ organizations }: KeptRelease): Record<string, string> {
  const manifest = organizations[0]!.files['manifest.json'] as { text: string };
  return (JSON.parse(manifest.text) as Manifest).migrations;
}
