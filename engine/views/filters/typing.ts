/** Typed text: shown immediately, applied a moment after the last key, or immediately by Enter. */
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';

export const TYPING_PAUSE = 150;

export interface Typing {
  value: string;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(): void;
}

export function useTyping(value: string, apply: (text: string, now?: boolean) => void): Typing {
  const [typed, setTyped] = useState<string>();
  const applied = useRef(value);
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => applyTyped(typed, applied, latest.current), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    // The applied text coming back changes nothing (the user may have typed more); another text replaces the typed one.
    if (value !== applied.current) setTyped(undefined);
    applied.current = value;
  }, [value]);
  const applyNow = () => typed !== undefined && applyTyped(typed, applied, latest.current, true);
  return {
    value: typed ?? value,
    onChange: (event) => setTyped(event.target.value),
    onKeyDown: (event) => event.key === 'Enter' && applyNow(),
    onBlur: () => {
      applyNow();
      setTyped(undefined);
    },
  };
}

function applyTyped(
  typed: string,
  applied: { current: string },
  apply: (text: string, now?: boolean) => void,
  now?: boolean,
): void {
  const text = typed.trim();
  if (text === applied.current) return;
  applied.current = text;
  apply(text, now);
}
