/** Every way into every screen of the product, out of the compiled project: addresses, new records, dialogs. */
import { loadProject } from '../../../engine/build/project.ts';
import { nodesOf } from '../../../engine/workshop/address.ts';
import type {
  CompiledForm,
  CompiledScreen,
  CompiledText,
  ScreenEntry,
} from '../../../engine/language/compiled.ts';

export const project = loadProject({ root: '.' });

export interface Visit {
  name: string;
  screen: CompiledScreen;
  /** The address to open, as a pattern: `/contracts/:contractId/limit/:limitId`. */
  route: string;
  entry: ScreenEntry;
  /** The last parameter is `new`. */
  create?: true;
  /**
   * The dialog screen that is opened there, the text on what opens it (none: pressing a row), the pane or tab where that
   * stands, whether a row has to be chosen first, and who may do what follows: any of these.
   */
  dialog?: {
    screen: CompiledScreen;
    opener: CompiledText | undefined;
    place: string;
    bulk: boolean;
    access: readonly string[];
  };
}

/** Dialogs that only a dialog opens. The walk fails when a screen opens one of them, so that the list stays true. */
export const UNOPENED = ['pick.location'];

const screens = [...project.screens.values()];

function visitsOf(entry: ScreenEntry): Visit[] {
  const screen = project.screens.get(entry.id)!;
  return entry.routes.flatMap(({ path }, i) => {
    const name = entry.routes.length > 1 ? `${entry.id} ${i + 1}` : entry.id;
    const one = { screen, entry, route: path };
    return created.has(entry.id) && /:\w+$/.test(path)
      ? [
          { ...one, name },
          { ...one, name: `${name} new`, create: true as const },
        ]
      : [{ ...one, name }];
  });
}

/** Where a dialog is opened: by an action, or by a filter or field that picks records in it. */
function dialogVisit({ id }: ScreenEntry): Visit[] {
  const dialog = project.screens.get(id)!;
  for (const screen of screens) {
    const entry = project.entries.find((one) => one.id === screen.id)!;
    const openers = nodesOf([screen.view, screen.buttons]).filter((node) => opens(node, screen, id));
    // A row that is pressed has no text of its own.
    const opener = openers.find((node) => node['label']) ?? openers[0];
    const route = entry.routes[0]?.path;
    if (opener && route)
      return [
        {
          name: id,
          screen,
          entry,
          route,
          dialog: {
            screen: dialog,
            opener: opener['label'] as CompiledText | undefined,
            place: placeOf(screen, opener),
            bulk: nodesOf(screen.view).some((node) => nodesOf(node['bulk']).includes(opener)),
            access: nodesOf(opener['then']).flatMap(({ access }) => (access ?? []) as string[]),
          },
        },
      ];
  }
  return [];
}

/** The query that opens the pane of a form, or the tab of a page, in which a node stands. */
function placeOf({ view }: CompiledScreen, node: Record<string, unknown>): string {
  const within = (each: unknown) => nodesOf(each).includes(node);
  for (const holder of nodesOf(view)) {
    for (const [kind, name] of Object.entries({ panes: 'pane', tabs: 'tab' })) {
      const parts = holder[kind];
      if (!Array.isArray(parts)) continue;
      const part = (parts as { id: string }[]).find(within);
      if (part) return `?${name}=${part.id}`;
    }
  }
  return '';
}

function opens(node: Record<string, unknown>, screen: CompiledScreen, id: string): boolean {
  const entity = node['type'] === 'field' && screen.entities[String(node['entity'])];
  return (
    node['dialog'] === id ||
    (node['type'] === 'open' && node['screen'] === id) ||
    (entity !== false && entity?.dialog === id)
  );
}

/** Screens that some action opens for a record that is to be made. */
const created: ReadonlySet<string> = new Set(
  screens.flatMap((screen) =>
    nodesOf(screen)
      .filter((node) => node['type'] === 'navigate' && node['create'] === true)
      .map((node) => String(node['screen'])),
  ),
);

/** The form that a screen is, if it is one. */
export const formOf = ({ view }: CompiledScreen): CompiledForm | undefined =>
  view.type === 'form' ? view : undefined;

export const visits: Visit[] = [
  ...project.entries.flatMap(visitsOf),
  ...project.entries.filter(({ dialog }) => dialog).flatMap(dialogVisit),
];
