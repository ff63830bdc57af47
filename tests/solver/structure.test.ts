/** The solver needs nothing from the product, so that it can be extracted and used elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'server/solver';
const PACKAGES = ['ajv', 'tsx/esm/api'];

it('the solver imports only its own files, Node and ajv', () => {
  const files = readdirSync(FOLDER);
  expect(files.length).toBeGreaterThan(20);
  const wrong = files.flatMap((file) =>
    [...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)]
      .map((match) => match[1]!)
      .filter(
        (target) => !/^\.\/[^/]+$/.test(target) && !target.startsWith('node:') && !PACKAGES.includes(target),
      )
      .map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});
