/**
 * Gives back the memory that starting took. A program reads hundreds of modules and schemas before its first request,
 * and the young generation that this fills, tens of megabytes, would be kept until the next major collection, which an
 * idle program may not see for hours. Under load it grows again, without a limit of ours.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/** Takes a tenth of a second of this process: for the end of a start, before anything is served. */
export function giveBackSpareMemory(): void {
  // The flag counts for contexts that are made after it: programs are started by many, none of whom must know of it.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  // The collection of last resort is the one that also shrinks the young generation.
  collect({ type: 'major', flavor: 'last-resort' });
}
