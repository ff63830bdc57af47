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
/** The product's server says this in the header; a project without a server of its own is shown behind the same policy. */
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";

/**
 * What every page needs travels in one file: many small files cost more in headers than they hold. Whatever
 * loads at first opening (dialogs, menus, calendars, forms) stays apart.
 */
const BASE =
  /node_modules\/(react|react-dom|scheduler|swr|i18next|use-sync-external-store|react-error-boundary|react-router|react-router-dom)\/|rolldown\/runtime|widgets\/[^/]+\/widget\.json|engine\/(data|access|routing|registry|page|shell)\/(?!dataStates|ViewAsBanner|KeysHelp|[Pp]alette)|engine\/ui\/(?![^/]*Panel)/;

/** What lists and forms both have, with the views that hold others: the start registers the cells, so it needs all of it. */
const INPUTS =
  /engine\/views\/(choices\/(?!ChoicePanel)|cells|drag\/useDragging|dialogs\/store)|engine\/views\/date-input\/(?!Calendar)|engine\/views\/(tabs|stack|details|sent\/(useSent|SentNotice)|named|Withheld|actions\/(batch|useTransitions)|pickers\/reference)/;
/** Filters of lists and expressions both need it; in the file of one it would bring that file to pages of the other. */
const DATES = /node_modules\/dayjs\//;
/** What the controls of Headless UI share, with the strip of tabs: in files of their own each would be a request. */
const CONTROLS =
  /node_modules\/(@headlessui\/react\/dist\/(utils\/|hooks\/|internal\/(focus-sentinel|hidden)|components\/(tabs\/|keyboard))|react-aria\/|react-stately\/)|engine\/ui\/tabsPanel/;

/** What lists have; what forms have; expressions. */
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
  // What the package stands in for, React has itself.
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
