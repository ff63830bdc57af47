/** A missing manifest gives diagnostics and no exception. */
import { expect, it } from 'vitest';
import { compileProject } from '../../engine/language/project.ts';
import { readProject } from '../../engine/build/project.ts';

it('of each filter kind gives diagnostics where the kind is used', () => {
  const files = readProject({ root: 'tests/foreign' });
  const filters = files.manifests.filter(({ file }) => file.includes('/filters/'));
  expect(filters.length).toBeGreaterThan(5);
  const diagnostics = filters.map(({ file }) => {
    const manifests = files.manifests.filter((one) => one.file !== file);
    return compileProject({ ...files, manifests }).diagnostics.length;
  });
  expect(Math.max(...diagnostics)).toBeGreaterThan(0);
});
