/**
 * AVA runs the compiled output: `npm test` builds first (test/run.mjs), which halves the time of a run. Four files at
 * once keep two cores busy, since each waits for a platform now and then.
 */
import path from 'node:path';

const order = new Map(process.argv.map((word, index) => [path.resolve(word), index]));
const placeOf = (file) => order.get(file) ?? 0;

export default {
  files: ['dist/**/*.test.js'],
  require: ['helpers/file-deadline', 'helpers/file-times', 'helpers/own-frames', 'runner/plain-failures'].map(
    (name) => `./dist/test/${name}.js`,
  ),
  // As test/runner names them: what takes longest first, so that nothing long is left over at the end.
  sortTestFiles: (one, other) => placeOf(one) - placeOf(other),
  workerThreads: false,
  // The modules and answers of a file are more than V8's first megabytes hold: it would collect garbage all the time.
  nodeArguments: [
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
    '--import=./test/runner/bundled-packages.mjs',
  ],
  // A file that hangs ends itself before, and is named (test/helpers/file-deadline.ts).
  timeout: '16m',
  concurrency: 4,
};
