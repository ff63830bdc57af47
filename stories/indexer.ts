/**
 * Creates stories from files without code: each `*.screen.json` is a story, in the hierarchy of its folder, and so is
 * each sample of a `*.parts.json`. Two parts: entries of Storybook's index, and modules that replace the JSON (in
 * Node).
 */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Indexer, IndexInput } from 'storybook/internal/types';
import type { Plugin } from 'vite';

const SCREEN = /screens[\\/].*\.screen\.json$/;
const PARTS = /stories[\\/].*\.parts\.json$/;

const read = (file: string) => readFileSync(file, 'utf8');

/** `Screens/contracts/contract/contract.limits`: folders are areas. */
function screenTitle(file: string): string {
  const folders = relative('screens', file).split(sep).slice(0, -1);
  return ['Screens', ...folders, idOf(file)].join('/');
}

const idOf = (file: string) => (JSON.parse(read(file)) as { id: string }).id;
/** `cells` of `stories/parts/cells.parts.json`. */
const kindOf = (file: string) => /(\w+)\.parts\.json$/.exec(file)![1]!;
const partsTitle = (file: string) => `Parts/${kindOf(file)}`;

const entryOf = (file: string, title: string, exportName: string): IndexInput => ({
  type: 'story',
  importPath: file,
  exportName,
  name: exportName,
  title,
  tags: ['!autodocs'],
});

export const screenIndexer: Indexer = {
  test: SCREEN,
  createIndex: async (file) =>
    ['Screen', 'Documentation'].map((name) => entryOf(file, screenTitle(file), name)),
};

export const partsIndexer: Indexer = {
  test: PARTS,
  createIndex: async (file) =>
    samplesOf(read(file)).map(({ story }) => entryOf(file, partsTitle(file), story)),
};

interface SampleStory {
  /** `table`, `table_many_rows`. */
  story: string;
  name: string;
  sample: object;
}

/** A story of each sample, and one for each data state that it lists. */
function samplesOf(text: string): SampleStory[] {
  const samples = JSON.parse(text) as Record<string, { states?: unknown }>;
  return Object.entries(samples).flatMap(([name, { states, ...sample }]) => {
    if (!Array.isArray(states)) return [{ story: name, name, sample: { ...sample, states } }];
    const own = { story: name, name, sample };
    const others = (states as string[]).map((data) => ({
      story: `${name}_${data.replaceAll(' ', '_')}`,
      name,
      sample: { ...sample, data },
    }));
    return [own, ...others];
  });
}

/** The Vite plugin with the modules of the stories. */
export function storyModules(): Plugin {
  return {
    name: 'story-modules',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0]!;
      const code = SCREEN.test(file) ? screenModule(file) : PARTS.test(file) ? partsModule(file) : undefined;
      return code && { code, moduleType: 'js' };
    },
  };
}

const screenModule = (file: string) => `
  import { ScreenStory } from '/stories/ScreenStory.tsx';
  import { ScreenDocumentation } from '/stories/ScreenDocumentation.tsx';
  const args = ${JSON.stringify({ id: idOf(file), source: read(file) })};
  export default { title: ${JSON.stringify(screenTitle(file))}, args };
  export const Screen = { render: ScreenStory };
  export const Documentation = { render: ScreenDocumentation };`;

function partsModule(file: string): string {
  const samples = samplesOf(read(file)).map(({ story, name, sample }) => {
    const args = JSON.stringify({ kind: kindOf(file), name, sample });
    return `export const ${story} = { render: PartStory, args: ${args} };`;
  });
  return `
  import { PartStory } from '/stories/parts/PartStory.tsx';
  export default { title: ${JSON.stringify(partsTitle(file))}, parameters: { server: false } };
  ${samples.join('\n  ')}`;
}
