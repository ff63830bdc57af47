/** The breadcrumb of a view: items from data. */
import { pathType } from './cells.ts';
import type { CompiledBreadcrumb } from './compiled.ts';
import { stripNull, type JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import { ANY, listOf } from './types.ts';
import type { Breadcrumb } from '../../schemas/generated/language.ts';

export function compileBreadcrumb(site: Site<Breadcrumb>): CompiledBreadcrumb {
  const { value, type } = site.at('items').typed(listOf(ANY));
  const item = stripNull(type, site.schemas).schema.items ?? ANY;
  pathType(site.at('label'), item);
  const pressed: JsonSchema = item === ANY ? ANY : { oneOf: [item, { type: 'null' }] };
  return {
    items: value,
    label: site.config.label.split('.'),
    ...site.marked('Breadcrumb', { crumb: { ...site.scope, item: pressed } }),
  };
}
