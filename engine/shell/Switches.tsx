/** Theme and language. */
import { availableLocales, t, useLocale } from '../data/locale.ts';
import { useStore } from '../data/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { setDark, theme } from './theme.ts';

export function ThemeSwitch() {
  useLocale();
  const dark = useStore(theme, (now) => now.dark);
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={t(dark ? 'engine.theme.light' : 'engine.theme.dark')}
      onClick={() => setDark(!dark)}
    />
  );
}

/** With two languages the button leads to the other one; it is written in that language. */
export function LocaleSwitch() {
  const { locale, setLocale } = useLocale();
  const all = availableLocales();
  const next = all[(all.indexOf(locale) + 1) % all.length];
  if (!next || next === locale) return null;
  return (
    <Button
      tone="ghost"
      size="m"
      className="px-2"
      lang={next}
      onClick={() => void setLocale(next)}
      title={t('engine.locale.change')}
    >
      <span className="sr-only">{t('engine.locale.change')}: </span>
      {next.toUpperCase()}
    </Button>
  );
}
