/** Dictionary values in the form that the schema requires: a plain name, or an object of name and caption. */
import { typeWord } from '../../../language/schema.ts';
import type { CompiledDictionary, CompiledField } from '../../../language/compiled.ts';
import type { Choice } from '../../../registry/define.ts';
import { usePage } from '../../../page/page.ts';
import { cutToSchema, isObject } from '../schemas.ts';

export interface Words {
  /** The name in a stored value. */
  wordOf(value: unknown): unknown;
  /** The value to store for a choice. */
  valueOf(choice: Choice): unknown;
  /** The text of a stored value that is not a choice (yet). */
  captionOf(value: unknown): string;
}

/** `single` is the schema of one value: of the field, or of an item of its list. */
export function useWords(field: CompiledField, single = field.schema): Words {
  const { screen } = usePage();
  const dictionary = field.dictionary ? screen.dictionaries[field.dictionary] : undefined;
  return wordsOf(single, dictionary ?? field.choices?.members);
}

export function wordsOf(
  schema: CompiledField['schema'],
  dictionary?: Pick<CompiledDictionary, 'value' | 'label'>,
): Words {
  const name = dictionary?.value ?? 'name';
  const caption = dictionary?.label ?? 'caption';
  const asObject = typeWord(schema, {}) === 'object';
  const wordOf = (value: unknown) => (isObject(value) ? value[name] : value);
  return {
    wordOf,
    valueOf: (choice) =>
      asObject ? cutToSchema({ [name]: choice.value, [caption]: choice.label }, schema) : choice.value,
    captionOf: (value) => String((isObject(value) && value[caption]) || (wordOf(value) ?? '')),
  };
}
