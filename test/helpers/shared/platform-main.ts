/** One process of the platform a test run shares: reports its address to its parent, and ends with it. */
import { pino } from 'pino';
import { diskStore } from '../../../api/files/disk-store.ts';
import { startApi } from '../../../server/run-api.ts';
import { startWorkers } from '../../../server/run-workers.ts';
import { testSecrets } from '../servers.ts';
import { serveOrganizations } from './organizations.ts';
import type { PartAddresses, PartWords } from './platform.ts';

const { part, filesDir, ...urls } = JSON.parse(process.argv[2]!) as PartWords;
// Stores and subscribers in tests are on this machine.
const shared = {
  ...urls,
  secrets: testSecrets,
  isPrivateAllowed: true,
  prefix: 'test-shared',
  log: pino({ level: 'silent' }),
};
const started = part === 'api' ? await startAnswering() : await startWorking();

// Ctrl-C reaches the whole group: the parent ends this process once the run's files are finished.
process.on('SIGINT', () => {});
process.once('disconnect', () => void started.stop().then(() => process.exit(0)));
process.send!(started.addresses);

interface Started {
  addresses: PartAddresses;
  stop(): Promise<unknown>;
}

async function startAnswering(): Promise<Started> {
  const api = await startApi({
    ...shared,
    files: diskStore(filesDir),
    port: 0,
    host: '127.0.0.1',
    responseCheck: 'throw',
    // Several files run at once, each with an organization that sends dozens of requests together.
    poolMax: 60,
  });
  const organizations = await serveOrganizations(urls);
  return {
    addresses: { url: api.url, organizationsUrl: organizations.url },
    stop: () => Promise.all([api.stop(), organizations.stop()]),
  };
}

async function startWorking(): Promise<Started> {
  const workers = await startWorkers({ ...shared, concurrency: 16 });
  return { addresses: { url: '', organizationsUrl: '' }, stop: workers.stop };
}
