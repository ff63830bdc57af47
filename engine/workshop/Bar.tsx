/** Toolbar of the workshop: screen, account and data state of the preview; save, reset and leave. */
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { DATA_STATES, type DataState } from '../data/dataStates.ts';
import { useStore } from '../data/store.ts';
import { useProduct } from '../shell/facts.ts';
import { LocaleSwitch, ThemeSwitch } from '../shell/Switches.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Input, NativeSelect } from '../ui/input.tsx';
import type { EditedFile, ScreenFile } from './compiler.ts';
import type { Compiler } from './connection.ts';

interface Props {
  compiler: Compiler;
  screen: ScreenFile;
  onScreen(id: string): void;
  edited: EditedFile;
  onFile(file: EditedFile): void;
  data: DataState;
  onData(state: DataState): void;
  address: string | undefined;
  onAddress(address: string): void;
  onSave(): void;
  /** Absent while the text equals the deployed one. */
  onReset?: () => void;
}

export function Bar({
  compiler,
  screen,
  onScreen,
  edited,
  onFile,
  data,
  onData,
  address,
  onAddress,
  ...ways
}: Props): ReactNode {
  const { t } = useLocale();
  return (
    <header className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line bg-surface px-3 py-2">
      <h1 className="self-center text-lg font-semibold">{t('engine.tools.title')}</h1>
      <Labelled label={t('engine.tools.screen')} className="w-56">
        <NativeSelect
          value={screen.id}
          onChange={(event) => onScreen(event.target.value)}
          options={compiler.screens.map(({ id }) => ({ value: id, label: id }))}
        />
      </Labelled>
      <Labelled label={t('engine.tools.file')} className="w-56">
        <NativeSelect
          value={edited.file}
          onChange={(event) => onFile(compiler.edited.find(({ file }) => file === event.target.value)!)}
          options={filesFor(compiler, screen)}
        />
      </Labelled>
      <Labelled label={t('engine.tools.address')} className="min-w-40 flex-1">
        <Input value={address ?? ''} onChange={(event) => onAddress(event.target.value)} />
      </Labelled>
      <ViewAs />
      <Labelled label={t('engine.tools.data')} className="w-40">
        <NativeSelect
          value={data}
          onChange={(event) => onData(event.target.value as DataState)}
          options={DATA_STATES.map((state) => ({ value: state, label: t(`engine.tools.data.${state}`) }))}
        />
      </Labelled>
      <Ways {...ways} />
    </header>
  );
}

/** The screen's own file, and files that belong to no screen. */
function filesFor({ edited }: Compiler, screen: ScreenFile) {
  return edited
    .filter(({ file, kind }) => kind !== 'screen' || file === screen.file)
    .map(({ file }) => ({ value: file, label: file }));
}

function Ways({ onSave, onReset }: Pick<Props, 'onSave' | 'onReset'>): ReactNode {
  const { history } = useEngine();
  const { t } = useLocale();
  return (
    <div className="flex items-center gap-1">
      {onReset && <IconButton icon="refresh" label={t('engine.tools.reset')} onClick={onReset} />}
      <IconButton icon="download" label={t('engine.tools.download')} onClick={onSave} />
      <LocaleSwitch />
      <ThemeSwitch />
      <Button tone="ghost" onClick={() => void history.goTo('/')}>
        {t('engine.tools.back')}
      </Button>
    </div>
  );
}

interface Other {
  id: string;
  login: string;
  name: string;
  instanceName: string;
}

/** Starts and ends viewing as another account. */
function ViewAs(): ReactNode {
  const { api, problems, session, toasts, transport } = useEngine();
  const { t } = useLocale();
  const { app } = useProduct();
  const login = useStore(session, (now) => now.account?.viewAs?.login ?? '');
  const [others, setOthers] = useState<readonly Other[]>([]);
  const { viewAs, viewAsEnd, viewAsAccounts } = app.session;
  const showError = useCallback(
    (error: unknown) => toasts.show({ type: 'error', text: problems.of(error).message }),
    [toasts, problems],
  );
  useEffect(() => {
    if (viewAsAccounts)
      void transport.send(viewAsAccounts, {}).then((list) => setOthers(list as Other[]), showError);
  }, [transport, showError, viewAsAccounts]);
  if (!viewAs || !viewAsEnd) return null;
  const choose = (chosen: string) => {
    const other = others.find((one) => one.login === chosen);
    void (other ? api.call(viewAs, { accountId: other.id }) : api.call(viewAsEnd, {})).catch(showError);
  };
  return (
    <Labelled label={t('engine.tools.viewAs')} className="w-52">
      <NativeSelect
        value={login}
        onChange={(event) => choose(event.target.value)}
        options={[
          { value: '', label: t('engine.tools.own') },
          ...others.map((one) => ({
            value: one.login,
            label: `${one.login}: ${one.name}, ${one.instanceName}`,
          })),
        ]}
      />
    </Labelled>
  );
}

function Labelled({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is handed in
    <label className={`flex flex-col gap-0.5 ${className}`}>
      <span className="text-xs text-muted">{label}</span>
      {children}
    </label>
  );
}
