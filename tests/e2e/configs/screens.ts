/** The screens that these tests cover, with the address of each. */
import type { CompiledAction, CompiledScreen, ScreenEntry } from '../../../engine/language/compiled.ts';
import type { Project } from '../../../engine/language/project.ts';
import { nodesOf } from '../../../engine/workshop/address.ts';
import { addressOf, inputOf } from '../../views/samples.ts';
import { project } from '../walk/visits.ts';

export interface Shown {
  entry: ScreenEntry;
  screen: CompiledScreen;
}

export const shown = ({ entries, screens }: Project): Shown[] =>
  entries.map((entry) => ({ entry, screen: screens.get(entry.id)! }));

/** `SCREENS=contract.limit,vehicle*` selects only these. */
export function isSelectedScreen({ id }: { id: string }): boolean {
  const asks = (process.env['SCREENS'] ?? '*').split(',');
  return asks.some((one) => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one));
}

/** Anyone can open it, signed in or not. */
export const isOpen = ({ entry }: Shown): boolean => entry.public;

/** Some accounts may not open it. */
export const isGated = ({ entry }: Shown): boolean =>
  !entry.public && (entry.routes[0]?.access.length ?? 0) > 0;

/** The first address of a screen. */
export const placeOf = ({ entry }: Shown): string => addressOf(entry.routes[0]!.path);

/** The screen that every sample user may see, and from which others are opened. */
const HOME = 'welcome';

export const opensDialogs = ({ entry }: Shown): boolean => entry.id === HOME;

/** The home screen with a button for each dialog that passes the parameters it needs. */
export function opener({ screens }: Project): Record<string, CompiledScreen> {
  const dialogs = shown(project).filter(({ entry }) => entry.dialog && !entry.routes.length);
  const buttons = dialogs.map(({ screen }): CompiledAction => {
    return {
      type: 'open',
      screen: screen.id,
      with: Object.fromEntries(
        Object.entries(inputOf(screen)).map(([name, value]) => [name, { const: value }]),
      ),
      label: { const: screen.id },
      tone: 'default',
      then: [],
      access: [],
      at: '',
    };
  });
  return { [HOME]: { ...screens.get(HOME)!, buttons } };
}

const any = (words: readonly string[]) => words.join(' | ') || 'all';

/**
 * The parts of a config that are not visible at first: addresses, access rules, the place in menus, who may do what,
 * and what is shown on a condition, which a sample may not meet.
 */
export function outlineOf({ entry, screen }: Shown): string[] {
  const routes = entry.routes.map(
    ({ path, access, instanceTypes, menu }) =>
      `${path}: ${entry.public ? 'public' : any(access)}${instanceTypes.length ? `, ${any(instanceTypes)}` : ''}` +
      (menu ? `, menu ${menu.group} ${menu.order}` : ''),
  );
  const nodes: (Node | CompiledAction)[] = nodesOf([screen.view, screen.buttons]);
  const actions = nodes.filter(isAction).map(({ at, type, label, access }) => {
    const key = label && 'key' in label ? ` ${label.key}` : '';
    return `${at}: ${type}${key}, ${any(access)}`;
  });
  return [
    ...routes,
    ...(entry.tab ? [`tab ${entry.tab.order}`] : []),
    ...actions,
    ...nodes.flatMap((node) => (isAction(node) ? [] : conditionsOf(node))),
  ];
}

type Node = ReturnType<typeof nodesOf>[number];

const isAction = (node: Node | CompiledAction): node is CompiledAction =>
  'at' in node && Array.isArray(node['access']);

/** Who may open a tab, and the conditions of a part that is not always shown. */
function conditionsOf({ id, label, access, visibleWhen, ...node }: Node): string[] {
  const gate =
    Array.isArray(access) && access.length ? [`tab ${String(id)}: ${any(access as string[])}`] : [];
  if (visibleWhen === undefined) return gate;
  const keys = nodesOf({ label, ...node }).flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  return [...gate, `on condition: ${keys.join(', ')}`];
}
