/** Screens in the product's style, as plain configs that have not been checked yet. */
import type { ApiOperation } from '../../language/api.ts';
import { rowsOf } from '../../language/calls.ts';
import type { Catalogue } from '../../language/catalogue.ts';
import { deref } from '../../language/schema.ts';
import { filtersOf, shownPaths } from './list.ts';
import { Unscaffoldable, type Wish } from './wish.ts';

export type Config = Record<string, unknown> & { id: string };

export interface Around {
  catalogue: Catalogue;
  wish: Wish;
  labels: string;
  /** Parameters of the parent's address. */
  above: string[];
  /** Address of the list. */
  base: string;
  id: string;
}

const expr = (text: string) => ({ expr: text });

/** Required parameters that come from the parent's address. */
function argumentsFrom(
  operation: ApiOperation,
  above: readonly string[],
): Record<string, unknown> | undefined {
  const given = operation.parameters.filter(({ name }) => above.includes(name));
  return given.length
    ? Object.fromEntries(given.map(({ name }) => [name, expr(`route.${name}`)]))
    : undefined;
}

const named = (operation: ApiOperation, above: readonly string[]) => {
  const values = argumentsFrom(operation, above);
  return { operation: operation.id, ...(values && { with: values }) };
};

/** The place of the screen: a tab of its parent, or its own address, with a menu entry if requested. */
function placeOf(
  { wish, base, labels, catalogue }: Around,
  operation: ApiOperation,
): Record<string, unknown> {
  const title = { title: `${labels}.title` };
  if (wish.parent) return { parent: wish.parent, route: base, ...title, tab: { order: wish.order } };
  const access = operation.permissions.length ? { access: operation.permissions } : {};
  const icon = catalogue.icons.includes('document') ? { icon: 'document' } : {};
  const menu = wish.menu ? { menu: { group: wish.menu, order: wish.order, ...icon } } : {};
  const types = operation.instanceTypes ? { instanceTypes: operation.instanceTypes } : {};
  return { route: base, ...title, ...access, ...types, ...menu };
}

export interface Card {
  /** Kind of record. */
  record: string;
  screen: string;
  route: string;
}

/** Creates a table of the rows that an operation returns; with a card its rows link to the card. */
export function listScreen(around: Around, operation: ApiOperation, card?: Card): Config {
  const { labels, catalogue, above, id } = around;
  const { schemas } = catalogue.api;
  const rows = rowsOf(operation, schemas);
  if (!rows) throw new Unscaffoldable(`Operation ${operation.id} gives no rows`);
  const filters = rows.kind === 'page' ? filtersOf(operation, schemas, above, labels) : [];
  const view = {
    type: 'table',
    ...(card && { record: { name: card.record, screen: card.screen } }),
    labels,
    ...(!card && { source: named(operation, above) }),
    ...(filters.length && { filters }),
    columns: shownPaths(rows.row, schemas),
  };
  return { id, ...placeOf(around, operation), view };
}

/** Creates a read-only view of one record. */
export function detailsScreen(around: Around, operation: ApiOperation): Config {
  const { labels, catalogue, above, id } = around;
  const { schemas } = catalogue.api;
  if (!operation.reply) throw new Unscaffoldable(`Operation ${operation.id} gives no record`);
  const fields = shownPaths(operation.reply, schemas, Infinity);
  return {
    id,
    ...placeOf(around, operation),
    view: { type: 'details', labels, source: named(operation, above), fields },
  };
}

/** Creates a form that loads a record, or creates a new one, and saves it. */
export function formScreen(
  around: Around,
  get: ApiOperation,
  save: ApiOperation,
  list: string,
  card: Card,
): Config {
  const { labels, catalogue, above, wish } = around;
  const { properties = {} } = deref(save.body!, catalogue.api.schemas);
  const layout = Object.keys(properties).filter(
    (name) => !['id', 'version', ...above].includes(name) && !properties[name]!.readOnly,
  );
  const gate = wish.parent || !get.permissions.length ? {} : { access: get.permissions };
  return {
    id: card.screen,
    parent: list,
    route: card.route,
    title: `${labels}.card`,
    ...gate,
    view: {
      type: 'form',
      record: card.record,
      labels,
      layout: [{ section: `${labels}.card`, columns: 2, rows: layout }],
    },
  };
}
