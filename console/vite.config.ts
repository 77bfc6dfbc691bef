import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The API serves these pages below /ops (api/ops/console-pages.ts) and allows no inline scripts or styles. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/ops/console/',
  logLevel: 'warn',
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      input: ['index', 'integration', 'overview', 'yard', 'shelves'].map((name) => page(`${name}.html`)),
    },
  },
});
