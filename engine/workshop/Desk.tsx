/** The editor and preview of one screen. */
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { allBut, type DataState } from '../data/dataStates.ts';
import { saveFile } from '../data/files.ts';
import { useStore } from '../data/store.ts';
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import type { Diagnostic } from '../language/diagnostics.ts';
import { buildRoutes, match } from '../routing/table.ts';
import { chainOf } from '../shell/chain.tsx';
import { useProduct } from '../shell/facts.ts';
import { ViewAs } from '../shell/ViewAs.tsx';
import { Banner } from '../ui/banner.tsx';
import { SkeletonBlock } from '../ui/states.tsx';
import type { EditedFile, ScreenFile } from './compiler.ts';
import type { Compiler } from './connection.ts';
import { Findings } from './Findings.tsx';
import { Preview } from './Preview.tsx';
import { Bar } from './Bar.tsx';
import { useDataState } from './useDataState.ts';
import { useSource, type Source } from './useSource.ts';

const SourceEditor = lazy(() => import('./SourceEditor.tsx'));

interface Props {
  compiler: Compiler;
  /** The screen in the preview. */
  screen: ScreenFile;
  /** The file in the editor. */
  edited: EditedFile;
  /** Address of the preview; without it an address with a record is searched. */
  at?: string;
  onScreen(id: string, at?: string): void;
  onFile(file: EditedFile): void;
}

export function Desk({ compiler, screen, edited, at, onScreen, onFile }: Props): ReactNode {
  const { t } = useLocale();
  const { app } = useProduct();
  const source = useSource(compiler, screen, edited);
  const [data, setData] = useState<DataState>('normal');
  const [address, setAddress] = useAddress(compiler, screen.id, at);
  const concerns = useMemo(
    () => allBut([...Object.values(app.session).map(({ path }) => path), ...compiler.dictionaries]),
    [app, compiler],
  );
  const state = useDataState(data, concerns);
  const save = () => {
    const blob = new Blob([source?.text ?? ''], { type: 'application/json' });
    saveFile({ blob, name: edited.file.split('/').at(-1)! });
  };
  const go = (href: string) => {
    const found = match(buildRoutes(source?.answer?.entries ?? []), href.split(/[?#]/)[0]!);
    if (found?.entry.id === screen.id) setAddress(href);
    else if (found) onScreen(found.entry.id, href);
  };
  const changed = source !== undefined && source.text !== source.deployed;
  return (
    <div data-part="workshop" className="flex h-dvh flex-col bg-canvas max-lg:h-auto max-lg:min-h-dvh">
      <Bar
        {...{ compiler, screen, onScreen, edited, onFile, data, address }}
        onData={setData}
        onAddress={setAddress}
        onSave={save}
        {...(changed && { onReset: () => source.change(source.deployed) })}
      />
      <ViewAs />
      <div className="grid min-h-0 flex-1 gap-3 p-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Writing compiler={compiler} screen={screen} edited={edited} source={source} />
        <main aria-label={t('engine.tools.preview')} className="min-h-0 min-w-0 overflow-auto rounded-lg">
          {source && address !== undefined && (
            <Showing source={source} address={address} state={state} onGo={go} />
          )}
        </main>
      </div>
    </div>
  );
}

/** The editor, with the findings below it. */
function Writing({
  compiler,
  screen,
  edited,
  source,
}: Pick<Props, 'compiler' | 'screen' | 'edited'> & { source: Source | undefined }): ReactNode {
  const [at, setAt] = useState<Diagnostic>();
  const diagnostics = source?.answer?.diagnostics ?? NONE;
  const own = useMemo(() => diagnostics.filter(({ file }) => file === edited.file), [diagnostics, edited]);
  const written = useMemo(() => ({ kind: edited.kind, screen: screen.id }), [edited, screen]);
  return (
    <section className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface max-lg:h-[80dvh]">
      <div className="min-h-0 flex-1">
        {source && (
          <Suspense fallback={<SkeletonBlock lines={8} />}>
            <SourceEditor
              compiler={compiler}
              file={edited.file}
              written={written}
              text={source.text}
              diagnostics={own}
              at={at}
              onChange={source.change}
            />
          </Suspense>
        )}
      </div>
      <Findings file={edited.file} answer={source?.answer} onChoose={setAt} />
    </section>
  );
}

interface ShowingProps {
  source: Source;
  address: string;
  state: DataState;
  onGo(address: string): void;
}

/** The last screen without an error; remounted for another account or data state. */
function Showing({ source: { screen, revision, answer }, address, state, onGo }: ShowingProps): ReactNode {
  const { session } = useEngine();
  const { t } = useLocale();
  const generation = useStore(session, (now) => now.generation ?? 0);
  if (!answer) return null;
  const broken = answer.diagnostics.some(({ severity }) => severity === 'error');
  const { entries } = answer;
  return (
    <>
      {broken && (
        <div className="mb-3">
          <Banner tone="warning">{t('engine.tools.lastGood')}</Banner>
        </div>
      )}
      {screen && (
        <Around screen={screen} entries={entries} address={address}>
          {(around, load) => (
            <Preview
              key={`${generation} ${state} ${revision}`}
              {...{ screen, entries, address, onGo, around, load }}
            />
          )}
        </Around>
      )}
    </>
  );
}

const NONE: Diagnostic[] = [];

/** The address of the preview; initially one for which a record is found. */
function useAddress(
  compiler: Compiler,
  id: string,
  given: string | undefined,
): [string | undefined, (address: string) => void] {
  const [address, setAddress] = useState(given);
  useEffect(() => {
    if (given !== undefined) return;
    let gone = false;
    void compiler.ask('address', { id }).then((found) => !gone && setAddress(found ?? ''));
    return () => {
      gone = true;
    };
  }, [compiler, id, given]);
  return [address, setAddress];
}

interface AroundProps {
  screen: CompiledScreen;
  entries: ScreenEntry[];
  address: string;
  children(around: Record<string, CompiledScreen>, load: (id: string) => Promise<CompiledScreen>): ReactNode;
}

/** Loads the deployed screens around the edited one. */
function Around({ screen, entries, address, children }: AroundProps): ReactNode {
  const { load } = useProduct();
  const [around, setAround] = useState<Record<string, CompiledScreen>>({});
  const needed = useMemo(() => {
    const place = match(buildRoutes(entries), address.split(/[?#]/)[0]!);
    const links = place ? chainOf(place.entry, entries).map(({ entry }) => entry.id) : [];
    return links.filter((id) => id !== screen.id).join(' ');
  }, [entries, address, screen.id]);
  useEffect(() => {
    for (const id of needed.split(' ').filter(Boolean))
      void load(id).then((loaded) => setAround((now) => ({ ...now, [id]: loaded })));
  }, [needed, load]);
  return children(around, load);
}
