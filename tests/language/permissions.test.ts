/** Permissions as data: groups and captions. */
import { describe, expect, it } from 'vitest';
import { sampleProject } from '../../engine/build/sample.ts';
import { compileProject } from '../../engine/language/project.ts';
import { alwaysFor } from '../../engine/language/gates.ts';
import type { Permissions } from '../../engine/language/permissions.ts';

/** The diagnostics of the sample's permissions after an edit. */
function told(edit: (permissions: Permissions) => void): string[] {
  const files = sampleProject();
  const permissions = JSON.parse(files.permissions.text) as Permissions;
  edit(permissions);
  files.permissions.text = JSON.stringify(permissions);
  return compileProject(files).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('permissions', () => {
  it('are valid in the sample', () => expect(told(() => {})).toEqual([]));

  it('belong to a group that is listed', () => {
    expect(told(({ permissions }) => (permissions[0]!.group = 'BOKS'))).toEqual([
      expect.stringContaining('“BOKS”; did you mean “BOOKS”?'),
    ]);
  });

  it('and their groups have a caption in each locale', () => {
    expect(told(({ groups }) => delete groups[0]!.caption['ru'])).toHaveLength(1);
    expect(told(({ permissions }) => delete permissions[1]!.caption['en'])).toHaveLength(1);
  });

  it('have one entry per code', () => {
    const twice = told(({ permissions }) => permissions.push(permissions[0]!));
    expect(twice).toEqual([expect.stringContaining('duplicate-name: Name “READ”')]);
  });
});

describe('a condition on permissions', () => {
  const not = "!('EDIT' in account.permissions)";
  it.each([
    [not, ['EDIT'], true],
    // An account with only the other permission is admitted.
    [not, ['EDIT', 'VIEW'], false],
    [`${not} || row.open`, ['EDIT'], false],
    [`${not} && row.open`, ['EDIT'], true],
    [not, [], false],
  ])('%s excludes every account with one of %j: %s', (condition, rights, shut) => {
    expect(alwaysFor(condition, rights, false)).toBe(shut);
  });
});
