/** The edited text, stored in the browser, and the compiler's result for it. */
import { useEffect, useState } from 'react';
import { useEngine } from '../data/engine.ts';
import type { I18n } from '../data/i18n.ts';
import { useLocale } from '../data/useLocale.ts';
import { same } from '../page/same.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import type { Answer, EditedFile, ScreenFile } from './compiler.ts';
import type { Compiler } from './connection.ts';

/** Milliseconds without typing before the text is compiled. */
const REST = 250;

export interface Source {
  text: string;
  /** The deployed text. */
  deployed: string;
  change(text: string): void;
  /** The last answer of the compiler. */
  answer?: Answer;
  /** The last screen without an error. */
  screen?: CompiledScreen;
  /** Incremented with each screen that differs from the previous one: an open page keeps the screen it opened with. */
  revision: number;
}

const keyOf = ({ file }: EditedFile) => `workshop:${file}`;

/** Returns the text of a file, and the screen of the preview. Undefined until the text is loaded. */
export function useSource(compiler: Compiler, screen: ScreenFile, edited: EditedFile): Source | undefined {
  const { storage } = useEngine();
  const i18n = useLocale();
  const { file } = edited;
  const [texts, setTexts] = useState<{ of: string; text: string; deployed: string }>();
  const [answer, setAnswer] = useState<{ of: string; answer: Answer }>();
  const [whole, setWhole] = useState<{ screen: CompiledScreen; revision: number }>();
  useEffect(() => {
    let gone = false;
    void compiler.ask('text', { file }).then((deployed) => {
      if (!gone) setTexts({ of: file, deployed, text: storage.read(keyOf(edited)) ?? deployed });
    });
    return () => {
      gone = true;
    };
  }, [storage, compiler, edited, file]);
  const text = texts?.of === file ? texts.text : undefined;
  useEffect(() => {
    if (text === undefined) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const now = await compiler.ask('compile', { id: screen.id, file, text });
      if (gone) return;
      setAnswer({ of: screen.id, answer: now });
      const broken = now.diagnostics.some(({ severity }) => severity === 'error');
      const { screen: next } = now;
      if (!next || broken) return;
      const textsChanged = showTexts(i18n, edited, text);
      setWhole((last) =>
        same(last?.screen, next) && !textsChanged
          ? last
          : { screen: next, revision: (last?.revision ?? 0) + 1 },
      );
    }, REST);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [i18n, compiler, screen, edited, file, text]);
  const deployed = texts?.of === file ? texts.deployed : undefined;
  useEffect(() => {
    if (deployed !== undefined) return () => void showTexts(i18n, edited, deployed);
  }, [i18n, edited, deployed]);
  if (!texts || text === undefined) return undefined;
  const change = (next: string) => {
    storage.write(keyOf(edited), next === texts.deployed ? undefined : next);
    setTexts({ ...texts, text: next });
  };
  return {
    text,
    deployed: texts.deployed,
    change,
    ...(answer?.of === screen.id ? { answer: answer.answer } : {}),
    revision: whole?.revision ?? 0,
    ...(whole?.screen.id === screen.id ? { screen: whole.screen } : {}),
  };
}

/** Applies the texts of a locale file to the page; false for any other file. */
function showTexts(i18n: I18n, { kind, file }: EditedFile, text: string): boolean {
  if (kind !== 'locale') return false;
  i18n.addTexts(file.split('/').at(-2)!, JSON.parse(text) as Record<string, string>);
  return true;
}
