/** The values of the form that a condition may read, so that it is evaluated again only when one of them changes. */
import type { CompiledText, CompiledValue } from '../../language/compiled.ts';

/** First names below `form`; `*` when the whole form may be read. */
export function formReads(value: CompiledValue | CompiledText | undefined): Set<string> {
  const reads = new Set<string>();
  if (value) collect(value, reads);
  return reads;
}

function collect(value: CompiledValue | CompiledText, reads: Set<string>): void {
  if ('const' in value) return;
  if ('cases' in value) {
    for (const { when, do: text } of value.cases) {
      if (when) collect(when, reads);
      collect(text, reads);
    }
    return;
  }
  if ('key' in value) Object.values(value.with ?? {}).forEach((part) => collect(part, reads));
  else if ('path' in value) {
    if (value.path[0] === 'form') reads.add(value.path[1] ?? '*');
    // The list of the item is unknown here, so any list may have changed.
    if (value.path[0] === 'item') reads.add('*');
  } else if ('cel' in value) readsOfExpression(value.cel, reads);
  else for (const part of 'object' in value ? Object.values(value.object) : value.list) collect(part, reads);
}

/** Adds `form` followed by a member; any other use of `form` may read everything. */
function readsOfExpression(source: string, reads: Set<string>): void {
  const code = source.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, (text) =>
    text.length > 2 ? "'_'" : text,
  );
  for (const match of code.matchAll(/(?<![\w.])form\b(?:\s*\.\s*([A-Za-z_]\w*))?/g))
    reads.add(match[1] ?? '*');
  if (/(?<![\w.])item\b/.test(code)) reads.add('*');
}
