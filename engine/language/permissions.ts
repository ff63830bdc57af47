/** schemas/permissions.json: the permissions as data, by group, and the types of instances. */
import type { Catalogue } from './catalogue.ts';
import { nearest, type Diagnostics } from './diagnostics.ts';
import type { Source } from './source.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';

/** Text by locale. */
type Caption = Record<string, string>;

export interface Permission {
  /** What `x-permissions`, `access` and `account.permissions` name. */
  code: string;
  group: string;
  caption: Caption;
  /** Nothing asks for it yet. */
  asked?: false;
}

/** What schemas/permissions.json holds. */
export interface Permissions {
  groups: { name: string; caption: Caption }[];
  permissions: Permission[];
  instanceTypes: string[];
  /** Codes that may be asked for and that nobody ever holds. */
  neverGranted?: string[];
}

const NONE: Permissions = { groups: [], permissions: [], instanceTypes: [] };

/** Reads the file and holds its groups and captions together; nothing when its shape is broken. */
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
      for (const locale of locales)
        if (!(locale in caption))
          diagnostics.add('missing-caption', source, `/${list}/${i}/caption`, { received: locale });
    });
  return read;
}

/** Every code that an operation or a screen of the project asks for. */
export function askedPermissions({ api, screens }: Pick<Catalogue, 'api' | 'screens'>): Set<string> {
  const asked = new Set([...api.operations.values()].flatMap(({ permissions }) => permissions));
  for (const { config } of screens.values()) collect(config, asked);
  return asked;
}

const WORD = /'([^']+)'\s+in\s+account\.permissions/g;

function collect(value: unknown, asked: Set<string>, key?: string): void {
  if (typeof value === 'string') {
    if (key === 'access') asked.add(value);
    for (const [, word] of value.matchAll(WORD)) asked.add(word!);
  } else if (Array.isArray(value)) value.forEach((item) => collect(item, asked, key));
  else if (value && typeof value === 'object')
    for (const [name, item] of Object.entries(value)) collect(item, asked, name);
}

/** Tells marks that are no longer, or not yet, true. */
export function checkMarks(
  source: Source,
  { permissions }: Permissions,
  asked: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  permissions.forEach((permission, i) => {
    const marked = permission.asked === false;
    if (marked !== asked.has(permission.code)) return;
    diagnostics.add('permission-mark', source, `/permissions/${i}/${marked ? 'asked' : 'code'}`, {
      received: permission.code,
      note: marked ? 'it is marked as not asked for, and something asks for it' : 'nothing asks for it',
    });
  });
}
