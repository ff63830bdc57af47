/** Permissions as values of a dictionary, from schemas/permissions.json. */
import { readFileSync } from 'node:fs';
import type { Permissions } from '../../engine/language/permissions.ts';

export interface PermissionWord {
  name: string;
  ru: string;
  en: string;
  /** Caption of its group. */
  group: { ru: string; en: string };
}

/** Returns every permission, group by group. */
export function readPermissions(): PermissionWord[] {
  const file = new URL('../../schemas/permissions.json', import.meta.url);
  const { permissions, groups } = JSON.parse(readFileSync(file, 'utf8')) as Permissions;
  return groups.flatMap(({ name, caption: group }) =>
    permissions
      .filter((permission) => permission.group === name)
      .map(({ code, caption }) => ({
        name: code,
        ru: caption.ru!,
        en: caption.en!,
        group: { ru: group.ru!, en: group.en! },
      })),
  );
}
