/** The signed-in account, and the sign-out. */
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import { Menu } from '../ui/menu.tsx';
import { holdsOwn } from '../access/can.ts';
import { decide } from '../access/guard.ts';
import { useProduct, WORKSHOP } from './facts.ts';

export function UserMenu() {
  const { addresses, history, session } = useEngine();
  const { t } = useLocale();
  const { app, entries } = useProduct();
  const now = useStore(session);
  const { account, system } = now;
  if (!account || !app.session.logout) return null;
  const name = [account.lastName, account.firstName].filter(Boolean).join(' ') || account.login;
  const personal = app.personal.flatMap((id) => {
    const entry = entries.find((one) => one.id === id);
    const route = entry?.routes[0];
    return entry && route && decide(entry, route, entries, now) === 'in' ? [{ id, title: route.title }] : [];
  });
  const initials =
    [account.firstName, account.lastName].map((part) => part?.[0] ?? '').join('') || account.login[0];
  // Calls the guards while the page is still mounted: after the sign-out there is nothing left to save.
  const leave = async () => {
    if (await history.letGo()) await session.signOut();
  };
  return (
    <Menu
      placement="bottom end"
      trigger={
        <button
          type="button"
          className="flex h-9 items-center gap-2 rounded-md px-1.5 hover:bg-hover"
          aria-label={`${t('engine.user')}: ${name}`}
        >
          <span className="flex size-7 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong uppercase">
            {initials}
          </span>
          <span className="max-w-40 truncate text-sm font-medium max-md:hidden">{name}</span>
        </button>
      }
      heading={
        <div className="px-3 py-2">
          <p className="font-medium">{name}</p>
          <p className="text-sm text-muted">
            {[account.login, system?.instanceName].filter(Boolean).join(' · ')}
          </p>
        </div>
      }
      items={[
        ...personal.map(({ id, title }) => ({
          label: 'key' in title ? t(title.key) : id,
          icon: 'user',
          onSelect: () => void history.goTo(addresses.hrefTo(id)),
        })),
        ...(holdsOwn(app.session.viewAs?.permissions ?? [], now)
          ? [{ label: t('engine.workshop'), icon: 'settings', onSelect: () => void history.goTo(WORKSHOP) }]
          : []),
        { label: t('engine.signOut'), icon: 'logout', onSelect: () => void leave() },
      ]}
    />
  );
}
