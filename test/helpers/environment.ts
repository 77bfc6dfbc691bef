/** What a test run is told by its environment, apart from the servers it was given (servers.ts). */
import path from 'node:path';

/** The run's own folder, removed at its end; undefined if a file is run without test/run.mjs. */
export function testRunDirectory(): string | undefined {
  return process.env['TEST_RUN_DIR'] || undefined;
}

/** Where each test file's process notes how long it took (file-times.ts). */
export function timesFile(): string | undefined {
  const directory = testRunDirectory();
  return directory && timesFileIn(directory);
}

export function timesFileIn(runDirectory: string): string {
  return path.join(runDirectory, 'times.jsonl');
}

/** The run's map of packages to their bundles (test/runner/bundle-packages.ts); undefined if test/run.mjs did not start it. */
export function packagesMap(): string | undefined {
  return process.env['TEST_PACKAGES'];
}

/** Where a run records requests and responses for the description's examples; undefined in every other run. */
export function examplesDirectory(): string | undefined {
  return process.env['EXAMPLES_DIR'];
}

/** The environment of a run that records them in this directory. */
export function recordingEnvironment(directory: string): NodeJS.ProcessEnv {
  return { ...process.env, EXAMPLES_DIR: directory };
}

/** The environment of an AVA that a test starts for itself: what it runs is not noted in this run. */
export function environmentOfAnotherRun(): NodeJS.ProcessEnv {
  return { ...process.env, TEST_RUN_DIR: '', NODE_OPTIONS: '', FORCE_COLOR: '0' };
}

/** Whether a *.walk.test.ts tries all there is, or many, as `npm run test:deep` does, or a part, other for each endpoint or run. */
export function isWholeWalk(): boolean {
  return process.env['TEST_TIER'] === 'deep';
}

/** How long a hunt through random histories may take: HUNT_MINUTES, fifteen if nothing is said. */
export function huntMs(): number {
  return Number(process.env['HUNT_MINUTES'] ?? 15) * 60_000;
}

/** How many times its usual number of random histories every other test plays: HUNT_TIMES. */
export function huntTimes(): number {
  return Number(process.env['HUNT_TIMES'] ?? 1);
}

/** The random histories of the books to play: the same six in every run, or those that BOOKS_SEED and BOOKS_RUNS ask for. */
export function booksHunt(): { seed: number; sequences: number } {
  return {
    seed: Number(process.env['BOOKS_SEED'] ?? 20_261_123),
    sequences: Number(process.env['BOOKS_RUNS'] ?? 6),
  };
}

/** The random histories of goods to play: the same two in every run, or those that GOODS_SEED and GOODS_RUNS ask for. */
export function goodsSeeds(): number[] {
  const first = Number(process.env['GOODS_SEED'] ?? 1);
  return Array.from({ length: Number(process.env['GOODS_RUNS'] ?? 2) }, (_, index) => first + index);
}

/** The Node that npm itself runs on, the machine's own; undefined if npm did not start this run. */
export function machinesNode(): string | undefined {
  return process.env['npm_node_execpath'];
}

/** Where boot/ and lib/modules of the USB test guest are: an installed kernel, or an unpacked linux-image package. */
export function usbGuestKernel(): string {
  return process.env['USB_GUEST_KERNEL'] ?? '/';
}
