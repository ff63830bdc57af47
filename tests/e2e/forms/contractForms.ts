/** Everything editable on the tabs of a contract, from the compiled project: tables with a form, and forms. */
import type { CompiledForm, CompiledScreen, CompiledTable } from '../../../engine/language/compiled.ts';
import { KINDS, tabsOf, type Kind, type Tab } from '../../../server/modules/contracts/kinds.ts';
import { nodesOf } from '../../../engine/workshop/address.ts';
import { formOf, project } from '../walk/visits.ts';

/** A table of a tab, and the form behind its "add". */
export interface Listed {
  tab: CompiledScreen;
  form: CompiledScreen & { view: CompiledForm };
  /** Label key of the button that adds a row. */
  add: string;
  /** Relative to the contract's address, with the inline tab that contains the table. */
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

/** The tab's address relative to the contract's; empty for the first. */
const placeOf = ({ routes }: (typeof tabs)[number]): string =>
  /\/([a-z-]+)$/.exec(routes[0]!.path.slice('/contracts'.length))?.[1] ?? '';

type Node = Record<string, unknown>;

const formIn = (screen: CompiledScreen): CompiledForm | undefined =>
  formOf(screen) ?? nodesOf(screen.view).find((node): node is CompiledForm & Node => node['type'] === 'form');

export const listed: Listed[] = tabs.flatMap((entry) => {
  const tab = screenOf(entry.id);
  const place = placeOf(entry);
  return nodesOf(tab.view)
    .filter((node): node is CompiledTable & Node => node['type'] === 'table')
    .flatMap((table) => {
      const add = table.toolbar.find((action) => action.type === 'navigate' && action.create);
      if (add?.type !== 'navigate' || !add.label || !('key' in add.label)) return [];
      const form = screenOf(add.screen);
      const view = formIn(form);
      if (!view) return [];
      const inline = tab.view.type === 'tabs' && tab.view.tabs.find((one) => one.view === table);
      return [
        {
          tab,
          form: { ...form, view },
          add: add.label.key,
          place: inline ? `${place}?tab=${inline.id}` : place,
          kind: KINDS.find((kind) => tabsOf(kind).includes(place as Tab))!,
        },
      ];
    });
});

export const own: Own[] = tabs.flatMap((entry) => {
  const tab = screenOf(entry.id);
  const form = formIn(tab);
  return form?.of === 'contract' ? [{ tab, form, place: placeOf(entry) }] : [];
});
