import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PlatformSecrets } from '../domain/secrets/platform-keys.ts';
import type { ServerConfig } from './config.ts';
import { makeDataDirectory } from './data-directory.ts';
import { reasonOf, StartError } from './start-error.ts';

/**
 * The secret everything else is derived from: PLATFORM_SECRET, or for the embedded Postgres one that is generated once
 * and kept in DATA_DIR, readable by its owner only. An external database can be reached from several machines, which
 * must agree on the secret, so there it has to be given; otherwise the start is refused with a sentence that says how
 * to create one.
 */
export function platformSecretsOf(config: ServerConfig): PlatformSecrets {
  const previous = config.platformSecretPrevious;
  if (config.platformSecret) return { current: config.platformSecret, previous };
  if (config.databaseUrl || config.appDatabaseUrl || config.systemDatabaseUrl) {
    throw new StartError(
      'PLATFORM_SECRET is not set, and DATABASE_URL requires it: create one with `openssl rand -base64 48`, keep it safe, and give the same one to every process of this installation.',
    );
  }
  return { current: keptSecret(config.dataDir), previous };
}

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'platform-secret');
  return readSecret(file) ?? makeSecret(dataDir, file);
}

function makeSecret(dataDir: string, file: string): string {
  makeDataDirectory(dataDir);
  const whole = `${file}.${process.pid}.new`;
  try {
    writeFileSync(whole, `${randomBytes(36).toString('base64url')}\n`, { mode: 0o600 });
    // A link is created completely or not at all: of two starts at once, both keep the first one's secret.
    linkSync(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartError(`The platform's secret cannot be stored in ${file} (${reasonOf(error)}).`);
    }
  } finally {
    rmSync(whole, { force: true });
  }
  const kept = readSecret(file);
  if (kept) return kept;
  throw new StartError(`The platform's secret in ${file} disappeared while it was being created.`);
}

function readSecret(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    // If no folder can be there, creating one says why.
    if (/^ENO(ENT|TDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new StartError(`The platform's secret in ${file} cannot be read (${reasonOf(error)}).`);
  }
  if (text.length >= 32) return text;
  throw new StartError(
    `The platform's secret in ${file} is shorter than 32 characters: restore it, or remove it to have one generated.`,
  );
}
