/** A screen of the product as its reader sees it: the whole product at the screen's address. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  addressOf,
  app,
  entries,
  loadScreen,
  nodesOf,
  previewScreen,
  type ScreenEntry,
} from '../engine/app/preview.tsx';
import { Note } from './Note.tsx';
import { rowsAt } from './server.ts';
import type { Globals } from './toolbars.ts';

/** A story's own frame is taken over by the product; this is where it stood before. */
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
    placeOf(id)
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

/** Parameters of addresses that are no record's. */
export const WORDS: Record<string, string> = { error: '404', classifierType: 'fuelTypes' };

/** The address of a screen with a real record in it; a dialog stands over the home page. */
async function placeOf(id: string): Promise<{ address: string; dialog?: string }> {
  const entry = entries.find((one) => one.id === id)!;
  if (entry.dialog) return { address: '/', dialog: id };
  const route = entry.routes[0]!.path;
  const today = new Date().toISOString().slice(0, 10);
  const search = { screens: await screensFor(route), rowsAt, words: WORDS, first: () => 0, today };
  const address = (await addressOf(route, search)) ?? (await addressOf(route, search, true));
  if (address) return { address };
  throw new Error(`This account finds no record for ${route}`);
}

/** Screens with a table that may lead to the address. */
async function screensFor(route: string) {
  if (!route.includes(':')) return [];
  const all = await Promise.all(entries.map((entry: ScreenEntry) => loadScreen(entry.id)));
  return all.filter((screen) => nodesOf(screen.view).some(({ type }) => type === 'navigate'));
}

/** Where the running product shows the screen, with a record in it; undefined where no record is found. */
export async function linkTo({ id, dialog }: ScreenEntry): Promise<string | undefined> {
  if (dialog || id === app.error) return undefined;
  return placeOf(id).then(
    ({ address }) => address,
    () => undefined,
  );
}
