/** A message in the middle of the page: an icon, a heading and a sentence, chosen by a code. */
import { defineWidget, Icon, useLocale, type WidgetProps } from '../../engine/index.ts';
import manifest from './widget.json';

interface Case {
  title?: string;
  text?: string;
  icon?: string;
}

function Notice({ options, inputs }: WidgetProps) {
  const { t } = useLocale();
  const cases = options.cases as Record<string, Case>;
  const shown = cases[String(inputs.code)] ?? cases[String(options.fallback ?? '*')] ?? {};
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-3 py-16 text-center">
      {shown.icon && (
        <span className="rounded-full bg-accent-soft p-4 text-accent-strong">
          <Icon name={shown.icon} size={32} />
        </span>
      )}
      {shown.title && <h2 className="text-lg font-semibold">{t(shown.title)}</h2>}
      {shown.text && <p className="text-muted">{t(shown.text)}</p>}
    </section>
  );
}

export default defineWidget({ ...manifest, component: Notice });
