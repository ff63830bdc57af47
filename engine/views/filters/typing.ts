/** Typed text: shown immediately, applied a moment after the last key, or immediately by Enter. */
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';

export const TYPING_PAUSE = 150;

export interface Typing {
  value: string;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(): void;
}

export function useTyping(value: string, tell: (text: string, now?: boolean) => void): Typing {
  const [typed, setTyped] = useState<string>();
  const told = useRef(value);
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => say(typed, told, latest.current), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    // The applied text coming back changes nothing (the user may have typed more); another text replaces the typed one.
    if (value !== told.current) setTyped(undefined);
    told.current = value;
  }, [value]);
  const sayNow = () => typed !== undefined && say(typed, told, latest.current, true);
  return {
    value: typed ?? value,
    onChange: (event) => setTyped(event.target.value),
    onKeyDown: (event) => event.key === 'Enter' && sayNow(),
    onBlur: () => {
      sayNow();
      setTyped(undefined);
    },
  };
}

function say(
  typed: string,
  told: { current: string },
  tell: (text: string, now?: boolean) => void,
  now?: boolean,
): void {
  const text = typed.trim();
  if (text === told.current) return;
  told.current = text;
  tell(text, now);
}
