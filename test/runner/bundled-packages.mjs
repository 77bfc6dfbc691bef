/**
 * Loaded before everything else in each test file's process (ava.config.js): packages come from their bundles, if the
 * run made some (bundle-packages.ts). Not compiled: the types are those of the oldest Node that can start the platform,
 * which does not know these hooks.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const map = process.env['TEST_PACKAGES'];
if (map !== undefined) {
  const here = pathToFileURL(map);
  const bundles = new Map(
    JSON.parse(readFileSync(map, 'utf8')).map((pair) => pair.map((file) => new URL(file, here).href)),
  );
  registerHooks({
    resolve(specifier, context, resolveNext) {
      const found = resolveNext(specifier, context);
      // A package that is not bundled requires what belongs to it.
      if (specifier.startsWith('.') || context.conditions.includes('require')) return found;
      const url = bundles.get(found.url);
      return url === undefined ? found : { url, format: 'module', shortCircuit: true };
    },
  });
}
