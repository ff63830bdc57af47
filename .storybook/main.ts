/** Each screen of the product is a story without a line of code (stories/indexer.ts), beside the registered parts. */
import type { StorybookConfig } from '@storybook/react-vite';
import type { PluginOption } from 'vite';
import { loadProject } from '../engine/build/project.ts';
import { demoAccounts } from '../server/seed/accounts.ts';
import { partsIndexer, screenIndexer, storyModules } from '../stories/indexer.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

const { operations, dictionaries } = loadProject({ root: '.' }).catalogue.api;

/** What stories know of the server: its demo accounts, where it is, and where dictionaries are read. */
const facts = {
  accounts: demoAccounts.map(({ login, role, instance }) => ({
    login,
    title: `${login}: ${role}, ${instance}`,
  })),
  product: api,
  dictionaries: [...dictionaries.values()].map(({ operation }) => operations.get(operation)!.path),
};

/** A build that nobody is sent over a network needs no compressed files beside its own. */
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
    // The product's own division into chunks is for its first page; stories have none.
    build: { ...vite.build, emptyOutDir: false, rolldownOptions: {}, chunkSizeWarningLimit: 4000 },
  }),
};

export default config;
