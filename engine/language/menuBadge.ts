/** `badge` of a menu entry: the number in a reply that is shown beside it on every page. */
import { compileArguments, compileOperation, type With } from './calls.ts';
import { pathType, requireNumber } from './cells.ts';
import type { CompiledMenuBadge } from './compiled.ts';
import type { Site } from './site.ts';
import { ANY } from './types.ts';

interface Badge {
  operation: string;
  with?: NonNullable<With>;
  path: string;
  alert?: string;
}

/**
 * The compiled badge; undefined where its operation is unknown. It is not part of a page, so its arguments are constants.
 */
export function compileMenuBadge(site: Site<Badge>): CompiledMenuBadge | undefined {
  const { config, schemas } = site;
  const name = site.at('operation');
  const operation = name.reading(true);
  if (!operation) return undefined;
  const given = compileArguments(site.in({}).at('with'), operation, { callPlace: name.place });
  for (const path of ['path', 'alert'] as const)
    if (config[path] !== undefined) {
      const at = site.below(config[path], path);
      requireNumber(at, pathType(at, operation.reply ?? ANY));
    }
  return {
    operation: compileOperation(operation, schemas),
    with: given,
    path: config.path.split('.'),
    ...(config.alert === undefined ? {} : { alert: config.alert.split('.') }),
    broadcasts: operation.live.map(({ broadcast }) => broadcast),
  };
}
