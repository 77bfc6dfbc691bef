/** A failure names the test's own line: AVA's TAP output keeps the first of a stack, which would always be AVA's. */
// Itself, or bundled (test/runner/bundle-packages.ts).
const ofAva = /[\\/]node_modules[\\/](?:ava[\\/]|\.cache[\\/]test-packages-\w+[\\/]ava-)/;

/** Called by AVA in each file's process, before the file is loaded (ava.config.js). */
export default function leaveOutAva(): void {
  Error.prepareStackTrace = (error, frames) => {
    const own = frames.filter((frame) => !ofAva.test(frame.getFileName() ?? ''));
    // oxlint-disable-next-line typescript/no-base-to-string -- V8 writes a frame as the stack's line
    return [String(error), ...own.map((frame) => `    at ${String(frame)}`)].join('\n');
  };
}
