/** Searches the server as the user types; a reply that arrives after a newer one is dropped. */
import { useEffect, useState } from 'react';
import type { Choice, FindChoices } from '../../registry/define.ts';

/** Milliseconds without typing before the request. */
const PAUSE_MS = 250;

interface Answer {
  text: string;
  choices: Choice[];
  more: boolean;
}

export interface FoundChoices {
  /** Choices of the last reply; undefined before the first. */
  choices: Choice[] | undefined;
  more: boolean;
  waiting: boolean;
}

export function useFound(find: FindChoices | undefined, text: string): FoundChoices {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (!find) return undefined;
    let late = false;
    const load = async () => {
      const found = await find(text);
      if (!late) setAnswer({ text, ...found });
    };
    const timer = setTimeout(() => void load(), text ? PAUSE_MS : 0);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [find, text]);
  return {
    choices: answer?.choices,
    more: answer?.more ?? false,
    waiting: find !== undefined && answer?.text !== text,
  };
}
