/** What is written in on the tabs of a contract, out of the compiled project: tables with a form of their own, and forms. */
import type { CompiledForm, CompiledScreen, CompiledTable } from '../../../engine/language/compiled.ts';
import { KINDS, tabsOf, type Kind, type Tab } from '../../../server/modules/contracts/kinds.ts';
import { nodesOf } from '../../../stories/address.ts';
import { formOf, project } from '../walk/visits.ts';

/** A table of a tab, and the form behind its "add". */
export interface Listed {
  tab: CompiledScreen;
  form: CompiledScreen & { view: CompiledForm };
  /** Caption key of what adds a row. */
  add: string;
  /** Below the contract's address, with the inline tab in which the table stands. */
  place: string;
  /** A kind of contract that has the tab. */
  kind: Kind;
}

/** A tab that is a form of the contract itself. */
export interface Own {
  tab: CompiledScreen;
  form: CompiledForm;
  place: string;
}

const screenOf = (id: string) => project.screens.get(id)!;

export const tabs = project.entries.filter(({ parent, tab }) => parent === 'contract' && tab);
const placeOf = (id: string) =>
  project.entries
    .find((one) => one.id === id)!
    .routes[0]!.path.split('/')
    .at(-1)!;

const creates = (table: CompiledTable) =>
  table.toolbar.find((action) => action.type === 'navigate' && action.create);

function listedOf({ id }: (typeof tabs)[number]): Listed[] {
  const tab = screenOf(id);
  const place = placeOf(id);
  const kind = KINDS.find((one) => tabsOf(one).includes(place as Tab))!;
  return nodesOf(tab.view)
    .filter((node): node is CompiledTable & Record<string, unknown> => node['type'] === 'table')
    .flatMap((table) => {
      const add = creates(table);
      if (add?.type !== 'navigate' || !add.label || !('key' in add.label)) return [];
      const form = screenOf(add.screen);
      if (!nodesOf(form.view).some((node) => node['type'] === 'form')) return [];
      const inline = tab.view.type === 'tabs' && tab.view.tabs.find(({ view }) => view === table);
      return [
        {
          tab,
          form: { ...form, view: formIn(form)! },
          add: add.label.key,
          place: place + (inline ? `?tab=${inline.id}` : ''),
          kind,
        },
      ];
    });
}

const formIn = (screen: CompiledScreen): CompiledForm | undefined =>
  formOf(screen) ??
  nodesOf(screen.view).find(
    (node): node is CompiledForm & Record<string, unknown> => node['type'] === 'form',
  );

export const listed: Listed[] = tabs.flatMap(listedOf);

export const own: Own[] = tabs.flatMap(({ id, routes }) => {
  const tab = screenOf(id);
  const form = formIn(tab);
  const place = routes[0]!.path.split('/').at(-1)!;
  return form?.of === 'contract' ? [{ tab, form, place: place.startsWith(':') ? '' : place }] : [];
});
