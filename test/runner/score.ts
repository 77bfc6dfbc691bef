/** What passed and failed in all passes of a run, and what it comes to. */
import type { Failure, Tally } from './ava.ts';
import type { TestFile } from './test-files.ts';

const secondTriesMax = 3;
// More files than this, in one run, are no drift of the machine.
const provenMax = 3;
// Of a failure, at a run's end: enough for a value and where it stood.
const shownMax = 2_000;
// These rewrite the files they compare with: at a second try they would agree with themselves.
const rewriting = /^test\/(description|client)\//;

/** The files of the failures; none if one has no file or there are many, which is no coincidence. */
export function worthASecondTry({ failures }: Tally): TestFile[] {
  if (failures.length > secondTriesMax) return [];
  if (!failures.every(({ file }) => file && !rewriting.test(file.source))) return [];
  return [...new Map(failures.map(({ file }) => [file!.source, file!])).values()];
}

export class Score {
  /** What is wrong besides tests. */
  readonly problems: string[] = [];
  readonly #isStrict: boolean;
  readonly #startedAt = performance.now();
  readonly #failures: string[] = [];
  readonly #unsteady: string[] = [];
  #passed = 0;
  #failed = 0;
  #skipped = 0;
  #proven = 0;

  /** Strict (TEST_STRICT=true): what passes at the second try has failed. Otherwise it has to prove itself (tries.ts). */
  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  add({ passed, skipped, failures }: Tally): void {
    this.#passed += passed;
    this.#skipped += skipped;
    this.#failed += failures.length;
    this.#failures.push(...failures.map(line));
  }

  /** Whether these, which passed at their second try, may prove themselves by passing more often. */
  mayProve(files: readonly TestFile[]): boolean {
    this.#proven += files.length;
    return files.length === 0 || (!this.#isStrict && this.#proven <= provenMax);
  }

  /** What passed at the second try, and has failed all the same. */
  addUnsteady(first: Tally): void {
    this.#unsteady.push(...first.failures.map(line));
    this.add(first);
  }

  /** What failed at first and in any later try has failed; the others passed all of theirs. */
  addTries({ passed, skipped, failures }: Tally, later: readonly Tally[]): void {
    const failed = later.flatMap((tally) => tally.failures);
    const files = new Set(failed.map(({ file }) => file?.source));
    const proven = failures.filter(({ file }) => !files.has(file?.source));
    this.#unsteady.push(...proven.map(line));
    this.add({ passed: passed + proven.length, skipped, failures: failed });
  }

  /** Prints what it came to and returns the exit code. */
  conclude(interrupted: NodeJS.Signals | undefined): number {
    if (interrupted) console.log(`ended by ${interrupted}`);
    list('not in order', this.problems);
    list('failed', this.#failures);
    list('unsteady, passed at the second try', this.#unsteady);
    console.log(`== all: ${((performance.now() - this.#startedAt) / 1000).toFixed(1)} s\n`);
    console.log(this.lastLine());
    return interrupted ? 130 : this.exitCode();
  }

  exitCode(): number {
    return this.problems.length + this.#failed > 0 ? 1 : 0;
  }

  /** CI reads this. */
  lastLine(): string {
    const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : '';
    return `${this.#passed} passed, ${this.#failed} failed${skipped}`;
  }
}

const line = ({ title, shown }: Failure): string => `${title}\n${shown.slice(0, shownMax)}`.trimEnd();

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`${title}:\n  ${lines.join('\n  ')}`);
}
