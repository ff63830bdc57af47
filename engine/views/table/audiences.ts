/** With whom a view can be shared: nobody, a role, all; as choices of a list. */
import { useEffect, useState } from 'react';
import { can } from '../../access/can.ts';
import { keptBy, type Audience } from '../../access/preferences.ts';
import { t } from '../../data/locale.ts';
import { fetchOperation } from '../../data/operations.ts';
import type { SelectOption } from '../../ui/input.tsx';
import { tellFailure } from '../actions/failure.ts';
import { mayShare } from './views.ts';

export type AudienceChoice = SelectOption;

interface Role {
  name: string;
  caption: string;
}

/** Choices of whoever may share; roles are asked for as they are first wanted. One's own stands first. */
export function useAudiences(): readonly AudienceChoice[] {
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const operation = keptBy()?.roles;
  const asks = operation !== undefined && mayShare() && can(operation.permissions);
  useEffect(() => {
    if (!asks) return;
    fetchOperation<Role[]>(operation, {}).then(setRoles, (error: unknown) =>
      tellFailure(error, 'preferences'),
    );
  }, [asks, operation]);
  const own = { value: '', label: t('engine.views.forMe') };
  if (!mayShare()) return [own];
  return [
    own,
    { value: 'ALL', label: t('engine.views.forAll') },
    ...roles.map(({ name, caption }) => ({
      value: name,
      label: t('engine.views.forRole', { role: caption }),
    })),
  ];
}

export function audienceIn(value: string): Audience | undefined {
  if (!value) return undefined;
  return value === 'ALL' ? { owner: 'ALL', roleId: null } : { owner: 'ROLE', roleId: value };
}

export const valueFor = (of: Audience | undefined): string => (of ? (of.roleId ?? 'ALL') : '');
