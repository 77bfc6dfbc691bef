import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The page is served by the API at /ops/print (api/ops/print-center.ts), which allows no inline script or style. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/ops/print/',
  logLevel: 'warn',
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
  },
});
