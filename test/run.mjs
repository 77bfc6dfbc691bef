/** `npm test`, `npm run test:quick` and `npm run test:deep`: sets up what is missing, then test/runner/ runs the tests. */
import process from 'node:process';
import { setUp } from '../server/set-up.mjs';

await setUp();
const { runOnChosenNode } = await import('../dist/server/chosen-node.js');
await runOnChosenNode(process.env);
const { runTests } = await import('../dist/test/runner/run-tests.js');
process.exit(await runTests(process.argv.slice(2), process.env));
