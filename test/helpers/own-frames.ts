/** A failure names the test's own line: AVA's TAP output keeps the first of a stack, which would always be AVA's. */
const ofAva = /[\\/]node_modules[\\/]ava[\\/]/;

/** Called by AVA in each file's process, before the file is loaded (ava.config.js). */
export default function leaveOutAva(): void {
  Error.prepareStackTrace = (error, frames) => {
    const own = frames.filter((frame) => !ofAva.test(frame.getFileName() ?? ''));
    return [
      String(error),
      ...own.map((frame) => `    at ${frame.getFileName() ?? ''}:${frame.getLineNumber() ?? 0}`),
    ].join('\n');
  };
}
