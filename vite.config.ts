import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressPlugin } from './engine/build/compress.ts';
import { directImports } from './engine/build/directImports.ts';
import { pureCalls } from './engine/build/pureCalls.ts';
import { toolsPlugin } from './engine/build/toolFiles.ts';
import { screensPlugin } from './engine/build/vite.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';
const project = process.env.PROJECT ?? '.';
const proxy = { '/api': { target: api, ws: true }, '/map/': { target: api } };
/** The product's server sends this policy; a project without its own server is previewed with the same policy. */
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";

/**
 * What every page needs is in one file: many small files cost more in headers than they contain. Code that is loaded at
 * first use (dialogs, menus, calendars, forms) stays separate.
 */
const BASE =
  /node_modules\/(react|react-dom|scheduler|swr|i18next|use-sync-external-store|react-error-boundary|react-router|react-router-dom)\/|rolldown\/runtime|widgets\/[^/]+\/widget\.json|engine\/(data|access|routing|registry|page|shell)\/(?!dataStates|ViewAsBanner|KeysHelp|[Pp]alette)|engine\/ui\/(?![^/]*Panel)/;

/** Code shared by lists and forms, and views that contain others: the entry registers the cells and needs all of it. */
const INPUTS =
  /engine\/views\/(choices\/(?!ChoicePanel)|cells|drag\/useDragging|dialogs\/store)|engine\/views\/date-input\/(?!Calendar)|engine\/views\/(tabs|stack|details|sent\/(useSent|SentNotice)|named|Withheld|actions\/(batch|useTransitions)|pickers\/reference)/;
/** Used by filters of lists and by expressions; in a chunk of one it would load that chunk on pages of the other. */
const DATES = /node_modules\/dayjs\//;
/** Code shared by the controls of Headless UI, with the tab strip: separate files would each be a request. */
const CONTROLS =
  /node_modules\/(@headlessui\/react\/dist\/(utils\/|hooks\/|internal\/(focus-sentinel|hidden)|components\/(tabs\/|keyboard))|react-aria\/|react-stately\/)|engine\/ui\/tabsPanel/;

/** Code of lists; code of forms; expressions. */
const LIST =
  /engine\/views\/(table\/(?!ColumnsDialog|ViewsDialog|CellEditor)|filters\/)|node_modules\/@tanstack\/(react-table|table-core|react-store|store|react-virtual|virtual-core)\//;

const FORM =
  /engine\/views\/form\/(?!ConflictPanel|fields\/colour\/ColourPanel)|engine\/views\/sent\/SentForm|node_modules\/@cfworker\/json-schema\//;
const EXPRESSIONS = /engine\/language\/(cel|functions)\.ts|node_modules\/@marcbachmann\/cel-js\//;

export default defineConfig({
  plugins: [
    screensPlugin({ root: project }),
    toolsPlugin({ root: project }),
    react(),
    tailwindcss(),
    pureCalls(/node_modules\/react-router\//),
    directImports(),
    compressPlugin(),
  ],
  // React itself has what this shim package provides.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index(\.js)?)?$/, replacement: 'react' }] },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 4173, proxy, headers: { 'content-security-policy': policy } },
  build: {
    outDir: `${project}/dist`,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: new RegExp([BASE, INPUTS, DATES].map(({ source }) => source).join('|')) },
            { name: 'controls', test: CONTROLS },
            { name: 'list', test: LIST },
            { name: 'form', test: FORM },
            { name: 'expressions', test: EXPRESSIONS },
          ],
        },
      },
    },
  },
});
