/** Writing a screen beside its live preview: text, what the compiler says, what would be another, the screen itself. */
import { useEffect, useState, type ReactNode } from 'react';
import { addTexts, t, useLocale } from '../data/locale.ts';
import { useStore } from '../data/store.ts';
import { loadEvaluator } from '../language/evaluate.ts';
import { location } from '../routing/history.ts';
import { goTo } from '../routing/place.ts';
import { useProduct, WORKSHOP } from '../shell/facts.ts';
import { Waiting } from '../shell/Waiting.tsx';
import { ErrorState } from '../ui/states.tsx';
import { openCompiler, type Compiler } from './connection.ts';
import { Desk } from './Desk.tsx';

export interface WorkshopProps {
  /** Texts of the tools in a language. */
  texts(locale: string): Promise<Record<string, string>>;
}

export function Workshop({ texts }: WorkshopProps): ReactNode {
  const { compiler, failed } = useCompiler();
  const ready = useTexts(texts);
  const { app } = useProduct();
  const pathname = useStore(location, (here) => here.pathname);
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
  return (
    <Desk
      key={screen.id}
      compiler={compiler}
      screen={screen}
      onScreen={(id) => void goTo(`${WORKSHOP}/${encodeURIComponent(id)}`)}
    />
  );
}

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

/** The texts of the tools, in the present language; true once they are there. */
function useTexts(texts: WorkshopProps['texts']): boolean {
  const { locale } = useLocale();
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    void texts(locale).then((all) => {
      addTexts(locale, all);
      setLoaded(locale);
    });
  }, [texts, locale]);
  return loaded === locale;
}
