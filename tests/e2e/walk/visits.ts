/** Every way to open every screen of the product, from the compiled project: addresses, new records, dialogs. */
import { loadProject } from '../../../engine/build/project.ts';
import { nodesOf } from '../../../engine/workshop/address.ts';
import { NEEDS, type Need } from './needs.ts';
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
  /** The dialog screen that is opened there, and its openers: one of them is used, tried in this order. */
  dialog?: { screen: CompiledScreen; openers: readonly Opener[]; need: Need };
}

export interface Opener {
  /** Its text; none where a row is pressed. */
  label: CompiledText | undefined;
  /** The query that opens the pane, tab or step that contains it. */
  place: string;
  /** It is in the menu of a row, or appears once a row is selected. */
  at: 'page' | 'row' | 'bulk';
  /** Any of these permissions allows what follows. */
  access: readonly string[];
}

/**
 * Dialogs that are opened only by a dialog or after choosing a file. The walk fails when a screen opens one of them
 * otherwise.
 */
export const UNOPENED = [
  'pick.location',
  'point-group.import',
  'report-editor.imported',
  'visit-photo.evaluation',
  'visit-photo',
];

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
  const need = NEEDS[id] ?? {};
  for (const screen of screens) {
    const entry = project.entries.find((one) => one.id === screen.id)!;
    if (need.screen && need.screen !== screen.id) continue;
    const nodes = nodesOf([screen.view, screen.buttons]);
    // The walk cannot follow the upload of a file.
    const uploads = nodes
      .filter((node) => node['type'] === 'upload')
      .flatMap((node) => nodesOf(node['then']));
    const labelled = (node: Record<string, unknown>) =>
      !need.opener || (node['label'] as { key?: string } | undefined)?.key === need.opener;
    const found = nodes.filter(
      (node) => opens(node, screen, id) && !uploads.includes(node) && labelled(node),
    );
    // A row that is pressed has no text: that is tried last.
    const openers = found
      .toSorted((a, b) => Number(!a['label']) - Number(!b['label']))
      .map((node) => openerOf(screen, node));
    const route = need.route ?? entry.routes[0]?.path;
    if (openers.length && route)
      return [{ name: id, screen, entry, route, dialog: { screen: dialog, openers, need } }];
  }
  return [];
}

function openerOf(screen: CompiledScreen, node: Record<string, unknown>): Opener {
  const within = (part: string) => nodesOf(screen.view).some((one) => nodesOf(one[part]).includes(node));
  return {
    label: node['label'] as CompiledText | undefined,
    place: placeOf(screen, node),
    at: within('bulk') ? 'bulk' : within('rowActions') ? 'row' : 'page',
    access: nodesOf(node['then']).flatMap(({ access }) => (access ?? []) as string[]),
  };
}

/** The query that opens the pane of a form, the tab of a page or the step of a wizard that contains a node. */
function placeOf({ view }: CompiledScreen, node: Record<string, unknown>): string {
  const within = (each: unknown) => nodesOf(each).includes(node);
  for (const holder of nodesOf(view)) {
    for (const [kind, name] of Object.entries({ panes: 'pane', tabs: 'tab', steps: 'step' })) {
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

/** Screens that some action opens to create a record. */
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
