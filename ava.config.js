/**
 * AVA runs the compiled output: `npm test` builds first (test/run.mjs), which halves the time of a run. Three files at
 * once keep two cores busy, since most wait for a platform in other processes.
 */
export default {
  files: ['dist/**/*.test.js'],
  require: ['file-deadline', 'file-times', 'own-frames'].map((name) => `./dist/test/helpers/${name}.js`),
  workerThreads: false,
  timeout: '3m',
  concurrency: 3,
};
