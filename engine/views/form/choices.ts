/** The choices of a field without a dictionary. */
import type { CompiledField } from '../../language/compiled.ts';
import type { Choice } from '../../registry/define.ts';
import type { Translate } from '../../data/i18n.ts';

/** Choices of an enum; `options.labels` has locale keys by value; a value without one is shown as it is. */
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
