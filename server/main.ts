/** `npm start`: the whole platform, supervised, until a signal. */
import { existsSync } from 'node:fs';
import { baseUrlOf, opsUrlOf } from './addresses.ts';
import { readConfig, type ServerConfig } from './config.ts';
import { demoFile } from './demo/file.ts';
import { StartError } from './start-error.ts';
import { createPlatform, type Platform } from './processes/supervisor.ts';

const startedAt = performance.now();

/** One line per step, with the seconds since the start: what `npm start` prints while it works. */
function log(line: string): void {
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${line}`);
}

function announce(config: ServerConfig): void {
  const base = baseUrlOf(config);
  const ops = opsUrlOf(config);
  log('ready');
  console.log(`
  API          ${base}/api      (description: ${base}/docs)
  Queues       ${ops}/ops/queues   (labels: ${ops}/ops/print, integration: ${ops}/ops/integration)
  Health       ${base}/healthz  ${ops}/readyz  ${ops}/metrics
  Demo access  ${demoFile(config.dataDir)}

  Try it:      ${curlLine(config, base)}
`);
}

function curlLine(config: ServerConfig, base: string): string {
  const file = demoFile(config.dataDir);
  if (!existsSync(file)) return `curl -s ${base}/healthz`;
  // The token stays in its file: it does not belong in a terminal's scroll-back.
  const token = `$(node -p 'require(${JSON.stringify(file)}).access_token')`;
  return `curl -s -H "Authorization: Bearer ${token}" -H "x-organization-id: $(node -p 'require(${JSON.stringify(file)}).organization_id')" ${base}/api/wms/inventory`;
}

async function fail(error: unknown, platform?: Platform): Promise<never> {
  if (error instanceof StartError) console.error(error.message);
  else console.error(error);
  await platform?.stop().catch(() => undefined);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig();
  const platform = createPlatform(config, log);
  let isStopping = false;
  const stop = (signal: string) => {
    // A supervisor signals a whole group, and npm passes on what it gets: one request to stop may come twice. Stopping is
    // bounded, so nobody has to cut it short.
    if (isStopping) return;
    isStopping = true;
    log(`${signal}: stopping the API, then the workers, then the embedded servers`);
    platform.stop().then(
      () => {
        log('stopped');
        process.exit(0);
      },
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  try {
    await platform.start();
  } catch (error) {
    if (!isStopping) await fail(error, platform);
    return;
  }
  if (!isStopping) announce(config);
}

await main().catch((error: unknown) => fail(error));
