/** Texts of a screen: a locale key filled with values, or a computed text. */
import { useCallback, useContext } from 'react';
import type { I18n } from '../data/i18n.ts';
import { useLocale } from '../data/useLocale.ts';
import { evaluate, holds, type Scope } from '../language/evaluate.ts';
import type { CompiledText } from '../language/compiled.ts';
import { NEW } from '../language/request.ts';
import { PlaceContext } from '../routing/place.ts';
import { within } from './conditions.ts';
import { usePage } from './page.ts';
import { argumentsIn, useSelected } from './scope.ts';
import { useScreens } from './screens.ts';

/** The text in this scope. A text that cannot be computed is empty, not "undefined". */
export function textIn(i18n: I18n, text: CompiledText, scope: Scope): string {
  if ('key' in text) return i18n.t(text.key, text.with && argumentsIn(text.with, scope));
  if ('cases' in text) {
    const found = text.cases.find(({ when }) => holds(when, scope));
    return found ? textIn(i18n, found.do, scope) : '';
  }
  const value = evaluate(text, scope);
  return value === null || value === undefined ? '' : String(value);
}

/** Reads texts at the moment of the call: for labels in loops and for messages of actions. */
export function useText(): (text: CompiledText, local?: Scope) => string {
  const page = usePage();
  const i18n = useLocale();
  return useCallback(
    (text, local) => textIn(i18n, text, within(page, page.scope.get(), local)),
    [i18n, page],
  );
}

/** Returns the title of a screen; a record that is still to be created has no name yet. */
export function useScreenTitle(): string {
  const { t } = useLocale();
  const { screen, params } = usePage();
  const { entries } = useScreens();
  const place = useContext(PlaceContext);
  // A screen with several addresses may have a different title at each.
  const atPlace = place?.entry.id === screen.id && 'key' in place.route.title ? place.route.title : undefined;
  const title = useTextOf(atPlace && 'key' in screen.title ? atPlace : screen.title);
  const routes = entries.find(({ id }) => id === screen.id)?.routes ?? [];
  // The page of an ancestor has the parameters of the whole address.
  const own = (name: string) => routes.some(({ path }) => path.split('/').includes(`:${name}`));
  if (!Object.entries(params).some(([name, value]) => value === NEW && own(name))) return title;
  return title ? t('engine.record.newOf', { title }) : t('engine.record.new');
}

/** Returns one text, and updates it when the scope changes. */
export function useTextOf(text: CompiledText | undefined, local?: Scope): string {
  const i18n = useLocale();
  const read = useCallback((scope: Scope) => (text ? textIn(i18n, text, scope) : ''), [i18n, text]);
  return useSelected(read, local);
}
