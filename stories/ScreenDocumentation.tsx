/** Documents a screen's config, for those who write and review screens. */
import { useEffect, useState, type ReactNode } from 'react';
import {
  entries,
  loadScreen,
  nodesOf,
  prepare,
  type CompiledScreen,
  type CompiledText,
  type ScreenEntry,
} from '../engine/app/preview.tsx';
import { linkTo } from './ScreenStory.tsx';
import { inProduct } from './server.ts';
import type { Globals } from './toolbars.ts';

interface Given {
  id: string;
  /** The text of the screen's file. */
  source: string;
}

export function ScreenDocumentation({ id, source }: Given, { globals }: { globals: object }): ReactNode {
  const { locale, theme } = globals as Globals;
  return <Page key={`${id} ${locale} ${theme}`} {...{ id, source, locale, dark: theme === 'dark' }} />;
}

function Page({ id, source, locale, dark }: Given & { locale: string; dark: boolean }): ReactNode {
  const [shown, setShown] = useState<{ screen: CompiledScreen; said: Said }>();
  const [link, setLink] = useState<string>();
  const entry = entries.find((one) => one.id === id)!;
  useEffect(() => {
    void Promise.all([prepare({ locale, dark }), loadScreen(id)]).then(([t, loaded]) =>
      setShown({ screen: loaded, said: (text) => said(t, text) }),
    );
    void linkTo(entry).then(setLink);
  }, [id, entry, locale, dark]);
  if (!shown) return null;
  const { screen, said: textOf } = shown;
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-6 p-6" data-story={id}>
      <header>
        <h1 className="text-xl font-semibold">{textOf(screen.title)}</h1>
        <p className="text-muted">
          {id}, {screen.file}
        </p>
        {link && (
          <a className="underline" href={inProduct ? link : SERVER_FACTS.product + link} target="_top">
            {link}
          </a>
        )}
      </header>
      <Facts
        title="Routes"
        head={['Address', 'Any of these permissions', 'Kinds of instance']}
        rows={routesOf(entry)}
      />
      <Facts
        title="Operations"
        head={['Name', 'Call', 'Any of these permissions']}
        rows={Object.values(screen.operations).map((one) => [
          one.id,
          `${one.method} ${one.path}`,
          one.permissions.join(', ') || 'all who are signed in',
        ])}
      />
      <Facts
        title="Dictionaries"
        head={['Name', 'Operation']}
        rows={Object.values(screen.dictionaries).map(({ id: name, operation }) => [name, operation])}
      />
      <Facts title="Columns" head={['Column', 'Cells', 'Order']} rows={columnsOf(screen, textOf)} />
      <Facts title="Filters" head={['Filter', 'Parameter', 'Kind']} rows={filtersOf(screen, textOf)} />
      <Facts
        title="Fields"
        head={['Field', 'Property', 'Kind', 'Required']}
        rows={fieldsOf(screen, textOf)}
      />
      <Facts
        title="Actions"
        head={['Action', 'What it does', 'Asks', 'Any of these permissions']}
        rows={actionsOf(screen, textOf)}
      />
      <section>
        <h2 className="mb-2 font-semibold">JSON</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <pre tabIndex={0} className="overflow-auto rounded border border-line bg-raised p-4 text-sm">
          {source}
        </pre>
      </section>
    </main>
  );
}

function Facts({ title, head, rows }: { title: string; head: string[]; rows: string[][] }): ReactNode {
  if (!rows.length) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <section className="overflow-x-auto" aria-label={title} tabIndex={0}>
      <h2 className="mb-2 font-semibold">{title}</h2>
      <table className="w-full text-left text-sm">
        <thead>
          <tr>
            {head.map((one) => (
              <th key={one} className="border-b border-line py-1 pr-4 font-medium text-muted">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((text, j) => (
                <td key={j} className="border-b border-line py-1 pr-4 align-top">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A text as the user sees it; "computed" for a computed text. */
const said = (t: (key: string) => string, text: CompiledText | undefined): string =>
  !text ? '' : 'key' in text ? t(text.key) : 'const' in text ? String(text.const) : 'computed';

type Node = Record<string, unknown>;
type Said = (text: CompiledText | undefined) => string;
const asText = (textOf: Said, node: Node, name: string) => textOf(node[name] as CompiledText | undefined);
const joined = (list: unknown) => (list as string[]).join(', ');
const nodes = (screen: CompiledScreen) => nodesOf([screen.view, screen.buttons]);
const ofTables = (screen: CompiledScreen, part: 'columns' | 'filters') =>
  nodes(screen).flatMap((node) => (node['type'] === 'table' ? (node[part] as Node[]) : []));

const routesOf = ({ routes }: ScreenEntry) =>
  routes.map((one) => [one.path, one.access.join(', ') || 'all', one.instanceTypes.join(', ') || 'all']);

const columnsOf = (screen: CompiledScreen, textOf: Said) =>
  ofTables(screen, 'columns').map((column) => [
    asText(textOf, column, 'label'),
    joined((column['content'] as { do: { cell: string } }[]).map((one) => one.do.cell)),
    String(column['sort'] ?? ''),
  ]);

const filtersOf = (screen: CompiledScreen, textOf: Said) =>
  ofTables(screen, 'filters').map((filter) => [
    asText(textOf, filter, 'label'),
    String(filter['paramName']),
    String(filter['type']),
  ]);

const fieldsOf = (screen: CompiledScreen, textOf: Said) =>
  nodes(screen)
    .filter(({ type }) => type === 'field')
    .map((field) => [
      asText(textOf, field, 'label'),
      (field['path'] as string[]).join('.'),
      String(field['widget']),
      field['required'] ? 'yes' : '',
    ]);

const ACTIONS = [
  'navigate',
  'open',
  'call',
  'download',
  'upload',
  'transition',
  'pick',
  'close',
  'back',
  'refresh',
  'set',
  'select',
  'filter',
];

const actionsOf = (screen: CompiledScreen, textOf: Said) =>
  nodes(screen)
    .filter((node) => ACTIONS.includes(String(node['type'])) && node['label'])
    .map((action) => [
      asText(textOf, action, 'label'),
      `${String(action['type'])} ${String(action['operation'] ?? action['screen'] ?? '')}`,
      action['confirm'] ? textOf((action['confirm'] as { message: CompiledText }).message) : '',
      joined(action['access']),
    ]);
