/** Switches for theme and language. */
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import { Button, IconButton } from '../ui/button.tsx';

export function ThemeSwitch() {
  const { theme } = useEngine();
  const { t } = useLocale();
  const dark = useStore(theme, (now) => now.dark);
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={t(dark ? 'engine.theme.light' : 'engine.theme.dark')}
      onClick={() => theme.setDark(!dark)}
    />
  );
}

/** Switches to the next language; the label is in that language. */
export function LocaleSwitch() {
  const { locale, setLocale, available, t } = useLocale();
  const all = available();
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
