import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The pages are served by the API below /ops (api/ops/console-pages.ts), which allows no inline script or style. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/ops/console/',
  logLevel: 'warn',
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: { input: [page('index.html'), page('integration.html')] },
  },
});
