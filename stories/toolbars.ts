/** The toolbars above every story, and their settings of the server. */
import { app, DATA_STATES, type DataState } from '../engine/app/preview.tsx';
import { inProduct, knownAccounts, setServer } from './server.ts';

export interface Globals {
  locale: string;
  theme: 'light' | 'dark';
  /** Kind of instance; empty for that of the account. */
  instanceType: string;
  account: string;
  data: DataState;
  density: 'comfortable' | 'compact';
}

interface Item {
  value: string;
  title: string;
}

const toolbar = (title: string, icon: string, items: readonly (string | Item)[]) => ({
  description: title,
  toolbar: {
    title,
    icon,
    dynamicTitle: true,
    items: items.map((item) => (typeof item === 'string' ? { value: item, title: item } : item)),
  },
});

const accounts = await knownAccounts();

export const toolbars = {
  locale: toolbar('Locale', 'globe', app.locales),
  theme: toolbar('Theme', 'circlehollow', ['light', 'dark']),
  instanceType: toolbar('Instance', 'paintbrush', [
    { value: '', title: 'of the account' },
    ...Object.keys(app.accents),
  ]),
  account: toolbar(inProduct ? 'View as' : 'Account', 'user', accounts),
  data: toolbar('Data', 'database', DATA_STATES),
  density: toolbar('Density', 'component', ['comfortable', 'compact']),
};

/** The account whose permissions open most screens. */
export const FIRST_ACCOUNT = accounts[0]!.value;

const HEIGHT = '900px';
export const VIEWPORTS = Object.fromEntries(
  [390, 557, 917, 1297, 1440].map((width) => [
    `w${width}`,
    { name: `${width} px`, styles: { width: `${width}px`, height: HEIGHT }, type: 'desktop' as const },
  ]),
);

/** Runs before a story is rendered. */
export async function withServer({
  globals,
  parameters,
}: {
  globals: object;
  parameters: { data?: DataState; server?: boolean };
}): Promise<void> {
  // Parts are rendered from their samples alone.
  if (parameters.server === false) return;
  const { account, data, instanceType, density } = globals as Globals;
  await setServer({ account, data: parameters.data ?? data, instanceType, compact: density === 'compact' });
}
