/** The semantic mutants of the audits find the places that they change: a mutant must move with its code. */
import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { expect, it } from 'vitest';
import { readMutants } from '../audit/semantic.ts';

it.each(readdirSync('tests/audit/semantic').map((file) => parse(file).name))(
  'each mutant of %s matches exactly one place',
  (area) => expect(readMutants(area).length).toBeGreaterThan(0),
);
