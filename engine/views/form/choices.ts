/** The words that a field may take when no dictionary names them. */
import type { CompiledField } from '../../language/compiled.ts';
import type { Choice } from '../../registry/define.ts';
import type { Translate } from '../../data/i18n.ts';

/** Choices of an enumeration; `options.labels` gives locale keys by word, without one the word shows itself. */
export function enumChoices(field: CompiledField, t: Translate): Choice[] | undefined {
  const words = field.schema.enum ?? field.schema.items?.enum;
  if (!words) return undefined;
  const labels = (field.options.labels ?? {}) as Record<string, string>;
  return words
    .filter((word) => word !== null)
    .map((word) => {
      const key = labels[String(word)];
      return { value: word, label: key ? t(key) : String(word) };
    });
}
