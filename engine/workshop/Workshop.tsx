/** Editing a screen next to its live preview: source, diagnostics, changes, and the screen itself. */
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { loadEvaluator } from '../language/evaluate.ts';
import { useProduct, WORKSHOP } from '../shell/facts.ts';
import { Waiting } from '../shell/Waiting.tsx';
import { ErrorState } from '../ui/states.tsx';
import type { EditedFile, ScreenFile } from './compiler.ts';
import { openCompiler, type Compiler } from './connection.ts';
import { Desk } from './Desk.tsx';

export interface WorkshopProps {
  /** Loads the texts of the tools in a language. */
  texts(locale: string): Promise<Record<string, string>>;
}

export function Workshop({ texts }: WorkshopProps): ReactNode {
  const { history } = useEngine();
  const { t } = useLocale();
  const { compiler, failed } = useCompiler();
  const ready = useTexts(texts);
  const { app } = useProduct();
  const { pathname, search } = useLocation();
  useEffect(() => {
    document.title = [t('engine.tools.title'), t(app.name)].join(' — ');
  });
  if (failed && ready)
    return (
      <main className="p-6">
        <ErrorState title={t('engine.tools.noSources')} problem={{ message: failed }} />
      </main>
    );
  if (!compiler || !ready) return <Waiting cover />;
  const wanted = decodeURIComponent(pathname.split('/')[2] ?? '');
  const screen = compiler.screens.find(({ id }) => id === wanted) ?? compiler.screens[0]!;
  const query = new URLSearchParams(search);
  const file = query.get('file') ?? screen.file;
  const at = query.get('at') ?? undefined;
  const edited = compiler.edited.find((one) => one.file === file) ?? compiler.edited[0]!;
  return (
    <Desk
      key={`${screen.id} ${edited.file} ${at ?? ''}`}
      compiler={compiler}
      screen={screen}
      edited={edited}
      {...(at !== undefined && { at })}
      onScreen={(id, address) => void history.goTo(placeOf(id, { at: address }))}
      onFile={(one) => void history.goTo(placeOf(screenFor(one, compiler, screen), { edited: one }))}
    />
  );
}

interface Shown {
  /** The address of the preview; without it an address with a record is searched. */
  at?: string | undefined;
  edited?: EditedFile;
}

/** Address of the workshop for a screen and an address of the preview, and for a file other than the screen's own. */
function placeOf(id: string, { at, edited }: Shown): string {
  const query = new URLSearchParams({
    ...(at !== undefined && { at }),
    ...(edited && edited.kind !== 'screen' && { file: edited.file }),
  }).toString();
  return `${WORKSHOP}/${encodeURIComponent(id)}${query && `?${query}`}`;
}

/** The screen to preview with a file: its own, one that uses it, or else the current one. */
const screenFor = ({ file, shownBy }: EditedFile, { screens }: Compiler, shown: ScreenFile): string =>
  screens.find((one) => one.file === file)?.id ?? shownBy ?? shown.id;

function useCompiler(): { compiler?: Compiler; failed?: string } {
  const [state, setState] = useState<{ compiler?: Compiler; failed?: string }>({});
  useEffect(() => {
    let gone = false;
    const opened = Promise.all([openCompiler(), loadEvaluator()]).then(([compiler]) => compiler);
    opened.then(
      (compiler) => !gone && setState({ compiler }),
      (error: unknown) => !gone && setState({ failed: String(error) }),
    );
    return () => {
      gone = true;
      void opened.then((compiler) => compiler.end()).catch(() => undefined);
    };
  }, []);
  return state;
}

/** Loads the texts of the tools in the current language; true once they are loaded. */
function useTexts(texts: WorkshopProps['texts']): boolean {
  const { locale, addTexts } = useLocale();
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    void texts(locale).then((all) => {
      addTexts(locale, all);
      setLoaded(locale);
    });
  }, [addTexts, texts, locale]);
  return loaded === locale;
}
