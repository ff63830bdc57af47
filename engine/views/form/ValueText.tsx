/** The value of a field as text, as the field itself would show it. */
import type { ReactNode } from 'react';
import type { I18n } from '../../data/i18n.ts';
import { useLocale } from '../../data/useLocale.ts';
import { entityLabel, useReference } from '../../data/entities.ts';
import type { CompiledField } from '../../language/compiled.ts';
import { useCaptions } from '../../page/dictionaries.tsx';
import { usePage } from '../../page/page.ts';
import { isEmpty } from './paths.ts';
import { isObject } from './schemas.ts';

export function ValueText({ field, value }: { field: CompiledField; value: unknown }): ReactNode {
  const i18n = useLocale();
  const { t } = i18n;
  const { screen } = usePage();
  const captions = useCaptions(field.dictionary ? [field.dictionary] : []);
  const entity = field.entity ? screen.entities[field.entity] : undefined;
  const isId = typeof value === 'string' || typeof value === 'number';
  const reference = useReference(isId ? entity : undefined, value, screen.operations);
  if (isEmpty(value)) return <span className="text-faint">{t('engine.form.nothing')}</span>;
  if (entity && isId) return reference.label ?? String(value);
  if (entity && isObject(value)) return entityLabel(entity, value) ?? String(value[entity.key] ?? '');
  const caption = field.dictionary ? captions[field.dictionary] : undefined;
  return (
    <span className="break-words whitespace-pre-wrap">
      {Array.isArray(value)
        ? value.map((item) => wordOf(i18n, item, field, caption)).join(', ')
        : wordOf(i18n, value, field, caption)}
    </span>
  );
}

function wordOf(
  i18n: I18n,
  value: unknown,
  field: CompiledField,
  caption?: (word: unknown) => string,
): string {
  if (typeof value === 'boolean') return i18n.t(value ? 'engine.yes' : 'engine.no');
  if (typeof value === 'number') return i18n.formatNumber(value, { maximumFractionDigits: 20 });
  if (isObject(value)) {
    const shown = value.caption || (caption && value.name !== undefined && caption(value.name));
    return String(
      shown ||
        value.name ||
        Object.values(value)
          .filter((part) => !isObject(part))
          .join(' '),
    );
  }
  if (caption) return caption(value);
  if (field.schema.format === 'date') return i18n.formatDate(String(value));
  if (field.schema.format === 'date-time') return i18n.formatDateTime(String(value));
  return String(value);
}
