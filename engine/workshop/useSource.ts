/** The text that is being edited, kept in the browser, and what the compiler makes of it. */
import { useEffect, useState } from 'react';
import { same } from '../page/same.ts';
import { readStored, writeStored } from '../data/storage.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import type { Answer, ScreenFile } from './compiler.ts';
import type { Compiler } from './connection.ts';

/** How long typing has to rest before the text is compiled, in milliseconds. */
const REST = 250;

export interface Source {
  text: string;
  /** As it is deployed. */
  deployed: string;
  change(text: string): void;
  /** The last answer of the compiler. */
  answer?: Answer;
  /** The last screen without an error. */
  screen?: CompiledScreen;
  /** Rises with each screen that differs from the one before: an open page keeps the screen that it was opened with. */
  revision: number;
}

const keyOf = ({ id }: ScreenFile) => `workshop:${id}`;

/** Undefined until the text is there. */
export function useSource(compiler: Compiler, screen: ScreenFile): Source | undefined {
  const [texts, setTexts] = useState<{ of: string; text: string; deployed: string }>();
  const [answer, setAnswer] = useState<{ of: string; answer: Answer }>();
  const [whole, setWhole] = useState<{ screen: CompiledScreen; revision: number }>();
  useEffect(() => {
    let gone = false;
    void compiler.ask('text', { file: screen.file }).then((deployed) => {
      if (!gone) setTexts({ of: screen.id, deployed, text: readStored(keyOf(screen)) ?? deployed });
    });
    return () => {
      gone = true;
    };
  }, [compiler, screen]);
  const text = texts?.of === screen.id ? texts.text : undefined;
  useEffect(() => {
    if (text === undefined) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const now = await compiler.ask('compile', { ...screen, text });
      if (gone) return;
      setAnswer({ of: screen.id, answer: now });
      const broken = now.diagnostics.some(({ severity }) => severity === 'error');
      const { screen: next } = now;
      if (next && !broken)
        setWhole((last) =>
          same(last?.screen, next) ? last : { screen: next, revision: (last?.revision ?? 0) + 1 },
        );
    }, REST);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [compiler, screen, text]);
  if (!texts || text === undefined) return undefined;
  const change = (next: string) => {
    writeStored(keyOf(screen), next === texts.deployed ? undefined : next);
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
