/** A manifest that cannot be read is missing for whoever asks for it: this is told, and is no exception. */
import { expect, it } from 'vitest';
import { compileProject } from '../../engine/language/project.ts';
import { readProject } from '../../engine/build/project.ts';

it('of each kind of filter is told where the kind is used', () => {
  const files = readProject({ root: 'tests/foreign' });
  const filters = files.manifests.filter(({ file }) => file.includes('/filters/'));
  expect(filters.length).toBeGreaterThan(5);
  const told = filters.map(({ file }) => {
    const manifests = files.manifests.filter((one) => one.file !== file);
    return compileProject({ ...files, manifests }).diagnostics.length;
  });
  expect(Math.max(...told)).toBeGreaterThan(0);
});
