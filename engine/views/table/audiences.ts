/** Audiences with which a view can be shared (no one, a role, everyone), as options of a select. */
import { useEffect, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { holdsAny } from '../../access/can.ts';
import type { Audience } from '../../access/preferences.ts';
import type { SelectOption } from '../../ui/input.tsx';
import { reportFailure } from '../actions/failure.ts';
import { mayShare } from './views.ts';

export type AudienceChoice = SelectOption;

interface Role {
  name: string;
  caption: string;
}

/**
 * Returns the options for this account; roles are loaded if it may share and read them. The account itself comes first.
 */
export function useAudiences(): readonly AudienceChoice[] {
  const engine = useEngine();
  const { t } = useLocale();
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const operation = engine.preferences.keptBy?.roles;
  const mayLoad =
    operation !== undefined && mayShare(engine) && holdsAny(operation.permissions, engine.session.get());
  useEffect(() => {
    if (!mayLoad) return;
    engine.api
      .read<Role[]>(operation, {})
      .then(setRoles, (error: unknown) => reportFailure(engine, error, 'preferences'));
  }, [engine, mayLoad, operation]);
  const own = { value: '', label: t('engine.views.forMe') };
  if (!mayShare(engine)) return [own];
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
