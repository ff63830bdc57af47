/** `notices` of screens/app.json: which rows that arrive by the live channel are shown as toasts. */
import type { ApiCatalogue } from './api.ts';
import { compileOperation, rowsOf } from './calls.ts';
import type { CompiledNotices } from './compiled.ts';
import { nearest, type DiagnosticCode, type Diagnostics } from './diagnostics.ts';
import type { Source } from './source.ts';
import { typeWord } from './schema.ts';
import { ANY, enumWords, followPath } from './types.ts';
import type { AppConfig } from '../../schemas/generated/language.ts';

/** Compiles the list whose new rows are shown; undefined, with a diagnostic, when there is no such operation. */
export function compileNotices(
  { operation: id, broadcast, text, kind, kinds }: NonNullable<AppConfig['notices']>,
  source: Source,
  api: ApiCatalogue,
  diagnostics: Diagnostics,
): CompiledNotices | undefined {
  const operation = api.operations.get(id);
  const add = (code: DiagnosticCode, name: string, received: string, names: Iterable<string>) =>
    diagnostics.add(code, source, `/notices/${name}`, { received, near: nearest(received, names) });
  if (!operation) {
    add('unknown-operation', 'operation', id, api.operations.keys());
    return undefined;
  }
  const row = rowsOf(operation, api.schemas)?.row;
  const broadcasts = operation.live.map((live) => live.broadcast);
  if (!row)
    diagnostics.add('type-mismatch', source, '/notices/operation', { received: id, expected: 'a page' });
  if (!broadcasts.includes(broadcast)) add('unknown-broadcast', 'broadcast', broadcast, broadcasts);
  for (const [name, path] of Object.entries({ text, kind })) {
    const found = followPath(row ?? ANY, path.split('.'), api.schemas);
    if (!found.type) add('unknown-path', name, path, []);
    else if (['object', 'array'].includes(typeWord(found.type, api.schemas) ?? ''))
      diagnostics.add('type-mismatch', source, `/notices/${name}`, { received: path, expected: 'a text' });
    const words = name === 'kind' && found.type ? enumWords(found.type, api.schemas) : undefined;
    for (const word of words ? Object.keys(kinds) : [])
      if (!words!.includes(word)) add('unknown-enum-word', `kinds/${word}`, word, words!.map(String));
  }
  const compiled = compileOperation(operation, api.schemas);
  return {
    operation: compiled,
    broadcast,
    text: text.split('.'),
    kind: kind.split('.'),
    kinds: { ...kinds },
  };
}
