/** A screen of the product as its user sees it: the whole product at the screen's address. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  app,
  entries,
  inputOf,
  loadScreen,
  placeOf,
  previewScreen,
  type ScreenEntry,
  type ScreenPreview,
} from '../engine/app/preview.tsx';
import { Note } from './Note.tsx';
import { rowsAt } from './server.ts';
import type { Globals } from './toolbars.ts';
import { wordsOf } from './words.ts';

/** The product changes the address of the story's frame; this is the original one. */
const FRAME = location.href;

export function ScreenStory({ id }: { id: string }, { globals }: { globals: object }): ReactNode {
  return <Shown key={JSON.stringify([id, globals])} id={id} globals={globals as Globals} />;
}

function Shown({ id, globals }: { id: string; globals: Globals }): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let gone = false;
    let end: (() => void) | undefined;
    const { locale, theme } = globals;
    previewOf(id)
      .then((place) => previewScreen({ root: root.current!, ...place, locale, dark: theme === 'dark' }))
      .then((ended) => (gone ? ended() : (end = ended)))
      .catch((error: unknown) => !gone && setFault(String(error)));
    return () => {
      gone = true;
      end?.();
      window.history.replaceState(null, '', FRAME);
    };
  }, [id, globals]);
  return fault ? <Note text={fault} /> : <div ref={root} data-story={id} className="contents" />;
}

/** The address of a screen with a real record in it; a dialog is opened over the home page, with an input. */
async function previewOf(id: string): Promise<Pick<ScreenPreview, 'address' | 'dialog'>> {
  const { dialog, routes } = entries.find((one) => one.id === id)!;
  if (!dialog && !routes[0]!.path.includes(':')) return { address: routes[0]!.path };
  const all = await Promise.all(entries.map((entry: ScreenEntry) => loadScreen(entry.id)));
  const screens = new Map(all.map((screen) => [screen.id, screen]));
  const inputs = Object.keys(screens.get(id)!.input).map((name) => `:${name}`);
  const words = await wordsOf(routes[0]?.path ?? inputs.join(), rowsAt);
  const address = await placeOf({ entries, screens }, id, { rowsAt, words });
  if (address === undefined) throw new Error(`This account finds no record for ${id}`);
  return dialog ? { address: '/', dialog: { id, input: inputOf(address, screens.get(id)!) } } : { address };
}

/** The address at which the running product shows the screen with a record; undefined when no record is found. */
export async function linkTo({ id, dialog }: ScreenEntry): Promise<string | undefined> {
  if (dialog || id === app.error) return undefined;
  return previewOf(id).then(
    ({ address }) => address,
    () => undefined,
  );
}
