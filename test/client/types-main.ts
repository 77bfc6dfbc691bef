/** `npm run client:types`: regenerates the client's types and operations from the description. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { clientFiles } from './client-types.ts';

for (const [file, text] of Object.entries(await clientFiles())) {
  writeFileSync(path.join(process.cwd(), file), text);
  console.log(`${file} is written`);
}
