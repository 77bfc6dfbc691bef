/** `npm run client:types`: regenerates the client's types from the description. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { clientTypes, clientTypesFile } from './client-types.ts';

writeFileSync(path.join(process.cwd(), clientTypesFile), await clientTypes());
console.log(`${clientTypesFile} is written`);
