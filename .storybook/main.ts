/** Each screen of the product is a story without code (stories/indexer.ts), next to the registered parts. */
import type { StorybookConfig } from '@storybook/react-vite';
import type { PluginOption } from 'vite';
import { loadProject } from '../engine/build/project.ts';
import { demoAccounts } from '../server/seed/accounts.ts';
import { partsIndexer, screenIndexer, storyModules } from '../stories/indexer.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

const { operations, dictionaries } = loadProject({ root: '.' }).catalogue.api;

/** What stories need to know of the server: its demo accounts, its address, and the paths of dictionaries. */
const facts = {
  accounts: demoAccounts.map(({ login, role, instance }) => ({
    login,
    title: `${login}: ${role}, ${instance}`,
  })),
  product: api,
  dictionaries: [...dictionaries.values()].map(({ operation }) => operations.get(operation)!.path),
};

/** The Storybook build is not served over a network, so it needs no compressed files. */
const isCompress = (plugin: PluginOption) => !!plugin && 'name' in plugin && plugin.name === 'compress';

const config: StorybookConfig = {
  stories: ['../screens/**/*.screen.json', '../stories/**/*.parts.json'],
  addons: ['@storybook/addon-a11y'],
  framework: '@storybook/react-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, disableProjectJson: true },
  features: { sidebarOnboardingChecklist: false },
  typescript: { reactDocgen: false },
  experimental_indexers: (others = []) => [screenIndexer, partsIndexer, ...others],
  viteFinal: (vite) => ({
    ...vite,
    define: { ...vite.define, SERVER_FACTS: JSON.stringify(facts) },
    plugins: [storyModules(), ...(vite.plugins ?? []).filter((one) => !isCompress(one))],
    server: { ...vite.server, proxy: { '/api': { target: api, ws: true }, '/map/': { target: api } } },
    // The product's own chunk groups serve its first page; stories do not need them.
    build: { ...vite.build, emptyOutDir: false, rolldownOptions: {}, chunkSizeWarningLimit: 4000 },
  }),
};

export default config;
