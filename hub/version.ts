import { readFileSync } from 'node:fs';

/** The version of the project this hub was built from. */
export const hubVersion = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Operating system and processor, such as `linux-x64`. */
export const hubPlatform = `${process.platform}-${process.arch}`;
