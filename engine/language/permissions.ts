/** schemas/permissions.json: the permissions as data, by group, and the types of instances. */
import { nearest, type Diagnostics } from './diagnostics.ts';
import type { Source } from './source.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';

/** Text by locale. */
type Caption = Record<string, string>;

export interface Permission {
  /** The code used in `x-permissions`, `access` and `account.permissions`. */
  code: string;
  group: string;
  caption: Caption;
}

/** The content of schemas/permissions.json. */
export interface Permissions {
  groups: { name: string; caption: Caption }[];
  permissions: Permission[];
  instanceTypes: string[];
  /** Codes that may be required but are never granted. */
  neverGranted?: string[];
}

const NONE: Permissions = { groups: [], permissions: [], instanceTypes: [] };

/** Reads the file and checks its groups and captions against each other; undefined when the file is invalid. */
export function readPermissions(
  source: Source,
  shape: LanguageSchema,
  locales: readonly string[],
  diagnostics: Diagnostics,
): Permissions {
  if (!checkStructure(source, shape, diagnostics)) return NONE;
  const read = source.value as Permissions;
  const groups = read.groups.map(({ name }) => name);
  read.permissions.forEach(({ group }, i) => {
    if (!groups.includes(group))
      diagnostics.add('unknown-permission-group', source, `/permissions/${i}/group`, {
        received: group,
        near: nearest(group, groups),
      });
  });
  for (const list of ['groups', 'permissions'] as const)
    read[list].forEach(({ caption }, i) => {
      for (const locale of Object.keys(caption))
        if (locales.length > 0 && !locales.includes(locale))
          diagnostics.add(
            'unknown-locale',
            source,
            `/${list}/${i}/caption/${locale}`,
            { received: locale, near: nearest(locale, locales), expected: locales.join(', ') },
            { key: true },
          );
      for (const locale of locales)
        if (!(locale in caption))
          diagnostics.add('missing-caption', source, `/${list}/${i}/caption`, { received: locale });
    });
  return read;
}
