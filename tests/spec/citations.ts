/** Which names of the specification tests cite, and where. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Citation {
  id: string;
  /** `tests/views/date-input.test.ts:18`. */
  at: string;
}

/** Every id that appears as a text in a `spec(…)` under tests/. */
export function citations(folder = 'tests'): Citation[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) => citationsIn(join(folder, name)));
}

function citationsIn(file: string): Citation[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\bspec\(([^()]*)\)/g)].flatMap((call) => {
    const line = text.slice(0, call.index).split('\n').length;
    return [...call[1]!.matchAll(/'([^']+)'|"([^"]+)"/g)].map((id) => ({
      id: id[1] ?? id[2]!,
      at: `${file}:${line}`,
    }));
  });
}
