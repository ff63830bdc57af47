import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { screensPlugin } from './engine/build/vite.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/**
 * What every first page needs travels in one file, what a list adds in another: many small files cost more in
 * headers than they hold. Whatever loads at first opening (dialogs, menus, calendars, forms) stays apart.
 */
const LATER = /(Panel|Calendar|RowMenu|DialogHost|ChoicesPanel)[^/]*\.tsx?$/;
const CORE =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|swr|i18next|use-sync-external-store|dequal|react-error-boundary|cookie|set-cookie-parser)\//;
const ENGINE =
  /engine\/(data|access|routing|registry|shell|app|ui|views\/actions|views\/[^/]+$|language\/(evaluate|children|schema)\.ts)/;
const LIST = /node_modules\/@tanstack\/|engine\/views\/(table|filters|cells|choices|pickers|date-input)\//;

export default defineConfig({
  plugins: [screensPlugin({ root: '.' }), react(), tailwindcss()],
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': api } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'core', test: (id) => (CORE.test(id) || ENGINE.test(id)) && !LATER.test(id) },
            { name: 'list', test: (id) => LIST.test(id) && !LATER.test(id) },
          ],
        },
      },
    },
  },
});
