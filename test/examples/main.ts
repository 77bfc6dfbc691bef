/**
 * `npm run examples`: runs the demo's journey and the tests that call the endpoints with realistic data, and writes
 * docs/examples.json from them. `-- --fresh` discards the kept examples; `-- <files>` runs other tests.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { examplesFile, readExamples } from '../../api/openapi/examples.ts';
import { recordingEnvironment } from '../helpers/environment.ts';
import { chooseExamples } from './choose.ts';
import type { Exchange } from './exchange.ts';
import { describedOperations, missingExamples } from './fitting.ts';

// Tests that send realistic data; walks and fuzzers send whatever the schemas allow, which explains nothing.
const usual = `
  test/examples test/demo test/returns test/transfers test/vendor-returns test/quality test/v1 test/yard test/transport test/drayage test/purchase test/integration test/webhooks test/channels
  test/parcels test/catalog test/counting test/picking test/shipping test/documents test/imports test/tenancy test/exports
  test/state-machines.walk.test.ts test/moves test/tasks test/billing/billing-endpoints.test.ts test/billing/billing-charges.test.ts
  test/billing/billing-run.test.ts test/billing/billing-gaps.test.ts test/journal/accounts.test.ts test/journal/journal.test.ts
  test/journal/accrual.test.ts test/journal/revaluation.test.ts test/journal/reports.test.ts
  test/journal/financial-reports.test.ts test/journal/books-agree.deep.test.ts test/journal/tax-report.test.ts test/e-invoice
  test/receiving/receiving-endpoints.test.ts test/receiving/receiving-goods.test.ts test/receiving/receiving-tasks.test.ts
  test/receiving/receipt-at-once.test.ts
  test/receiving/receiving-stock.test.ts test/inventory/inventory-adjust.test.ts test/inventory/inventory-move.test.ts
  test/inventory/inventory-query.deep.test.ts test/inventory/inventory-statement.test.ts test/inventory/plates.test.ts
  test/inventory/plates-together.test.ts test/inventory/serial-places.test.ts
  test/inventory/lot-holds.test.ts test/inventory/hold-kinds.queue.test.ts test/inventory/reads.test.ts test/orders/orders.test.ts test/orders/order-states.test.ts test/orders/partners.test.ts
  test/orders/event-list.test.ts test/orders/event-stream.test.ts test/orders/order-shipping.test.ts test/fulfillment/ship-at-once.test.ts test/printing/print-jobs.test.ts
  test/printing/labels-and-printers.test.ts test/printing/enrollment.deep.test.ts test/printing/print-queue.test.ts test/printing/backlog.test.ts
`;

const options = process.argv.slice(2);
const files = options.filter((option) => !option.startsWith('--'));
const directory = mkdtempSync(path.join(tmpdir(), 'examples-'));
try {
  const run = path.join(process.cwd(), 'test', 'run.mjs');
  const tests = files.length > 0 ? files : usual.trim().split(/\s+/);
  const child = spawn(process.execPath, [run, ...tests], {
    stdio: 'inherit',
    env: recordingEnvironment(directory),
  });
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
  const recorded = readdirSync(directory).flatMap((file) =>
    readFileSync(path.join(directory, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Exchange),
  );
  const kept = options.includes('--fresh') ? {} : readExamples();
  const operations = describedOperations();
  const examples = chooseExamples(operations, kept, recorded);
  writeFileSync(examplesFile, `${JSON.stringify(examples, null, 1)}\n`);
  const missing = missingExamples(operations, examples);
  console.log(
    `${recorded.length} exchanges; ${Object.keys(examples).length} of ${operations.length} operations have examples`,
  );
  for (const what of missing) console.log(`without: ${what}`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
