/** Every part that the inspector can show is found in its file. */
import { describe, expect, it } from 'vitest';
import { loadProject } from '../../engine/build/project.ts';
import { partsOf, positionsOf } from '../../engine/language/positions.ts';
import { readFileSync } from 'node:fs';

const project = loadProject({ root: '.' });
const positions = (id: string) => positionsOf(project.screens.get(id)!, project.places.get(id)!);

/** The kinds of parts, distinguished by a property that only they have. */
const KINDS = ['align', 'paramName', 'whenHidden', 'tone'];
/** A view has its pointer as `at`; a state or an argument may have that name too. */
const isPart = (part: object) =>
  KINDS.some((kind) => Object.hasOwn(part, kind)) || ('at' in part && typeof part.at === 'string');

describe('positions of compiled screens', () => {
  it('name file and line of every view, action, column, filter, field and section', () => {
    const lost = [...project.screens].flatMap(([id, screen]) => {
      const known = positions(id);
      return partsOf(screen)
        .filter(([pointer, part]) => isPart(part) && !/otherwise|const|options/.test(pointer))
        .filter(([pointer]) => !known[pointer])
        .map(([pointer]) => `${id}${pointer}`);
    });
    expect(lost).toEqual([]);
  });

  it('refer to the text of the part, of its condition, and of a part from a fragment', () => {
    const known = positions('accounts');
    const filter = partsOf(project.screens.get('accounts')).find(
      ([, part]) => 'paramName' in part && part.paramName === 'instances',
    )![0];
    const { file, line } = known[`${filter}/visibleWhen`]!;
    expect(readFileSync(file, 'utf8').split('\n')[line - 1]).toContain(
      '"visibleWhen": "system.instanceType == \'ADMINISTRATION\'"',
    );
    const brought = [...project.screens.keys()].flatMap((id) =>
      Object.values(positions(id)).filter((p) => p.via),
    );
    expect(brought.length).toBeGreaterThan(0);
    for (const one of brought)
      expect([one.file, one.via]).toEqual([
        expect.stringContaining('.fragment.json'),
        expect.stringMatching(/\.screen\.json:\d+$/),
      ]);
  });
});
