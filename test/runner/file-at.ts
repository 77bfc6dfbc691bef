import type { TestFile } from './test-files.ts';

/** A test file of a name, for the tests of what a run does with them. */
export const fileAt = (source: string): TestFile => ({
  source,
  compiled: source,
  tiers: ['usual'],
  isOfQueues: false,
  needsServers: false,
  startsItsOwn: false,
  startsPrograms: false,
  pauses: false,
  modulesCount: 1,
});
