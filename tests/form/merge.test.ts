import { describe, expect, test } from 'vitest';
import { applyChoices, mergeVersions } from '../../engine/views/form/merge.ts';
import { readPlan } from '../../engine/views/form/plan.ts';
import { field } from './fixture.ts';

const { spots } = readPlan([field('a'), field('b'), field('c'), field('d'), field('e.x')]);
const base = { a: '1', b: '1', c: '1', d: null, e: { x: 1 } };

describe('two versions of one record', () => {
  const merge = mergeVersions(
    spots,
    base,
    { a: 'mine', b: 'mine', c: 'both', d: '', e: { x: 1 } },
    { a: '1', b: 'theirs', c: 'both', d: null, e: { x: 2 }, version: 5 },
  );

  test('changes of one version are merged without a choice, yet listed', () => {
    expect(merge.onlyMine.map(({ spot }) => spot.key)).toEqual(['a']);
    expect(merge.onlyTheirs.map(({ spot }) => spot.key)).toEqual(['e.x']);
    expect(merge.values).toMatchObject({ a: 'mine', e: { x: 2 } });
  });

  test('only fields changed in both to different values need a choice', () => {
    expect(merge.conflicts).toMatchObject([
      { spot: { key: 'b' }, base: '1', mine: 'mine', theirs: 'theirs' },
    ]);
  });

  test('the choice decides; without one, mine', () => {
    expect(applyChoices(merge, new Map([['b', 'theirs']]))).toMatchObject({ a: 'mine', b: 'theirs' });
    expect(applyChoices(merge, new Map())).toMatchObject({ b: 'mine' });
  });

  test('nothing entered is lost: every value of mine is in the result or offered', () => {
    const result = applyChoices(merge, new Map());
    expect(result).toMatchObject({ a: 'mine', b: 'mine', c: 'both' });
  });
});
