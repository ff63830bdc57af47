/** What editors complete from: real names, examples, and no error where the checker finds none. */
import { Ajv, type ValidateFunction } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { readProject } from '../../engine/build/project.ts';
import { compileProject } from '../../engine/language/project.ts';
import { parseFile } from '../../engine/language/source.ts';
import { editorSchema, namesSchema, type EditorFile } from '../../engine/tools/editorSchema.ts';

const files = readProject({ root: '.' });
const sources = { screen: files.screens, fragment: files.fragments, app: [files.app] };
const kinds = Object.keys(sources) as EditorFile[];

interface Names {
  definitions: Record<string, { anyOf: { enum?: string[]; enumDescriptions?: string[] }[] }>;
}
interface Described {
  properties: Record<string, { description: string }>;
  definitions: Record<string, Described>;
}

let names: Names;
const schemas = {} as Record<EditorFile, Described>;
const validators = {} as Record<EditorFile, ValidateFunction>;
beforeAll(() => {
  const project = compileProject(files);
  names = namesSchema(project) as unknown as Names;
  for (const kind of kinds) {
    schemas[kind] = editorSchema(project, kind, sources[kind].map(parseFile)) as unknown as Described;
    validators[kind] = new Ajv({ strict: false, schemas: [names] }).compile(schemas[kind]);
  }
}, 60_000);

const offered = (kind: string) => names.definitions[kind]!.anyOf[0]!.enum!;

/** The errors that an editor would underline. */
function underlined(kind: EditorFile, value: unknown): string[] {
  const validate = validators[kind];
  return validate(value)
    ? []
    : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the schema for editors', () => {
  it('offers the existing names, each with its meaning', () => {
    expect(offered('operation')).toContain('contractLimitPaging');
    expect(offered('dictionary')).toContain('contractTypes');
    expect(offered('permission')).toContain('MANAGE_CONTRACTS');
    expect(offered('screen')).toContain('contract.limits');
    expect(offered('key')).toContain('common.delete');
    expect(offered('icon')).toContain('truck');
    for (const kind of ['widget', 'cell', 'field', 'picker', 'broadcast', 'group', 'instance-type'])
      expect(offered(kind).length, kind).toBeGreaterThan(0);
    const { enum: operations, enumDescriptions } = names.definitions['operation']!.anyOf[0]!;
    expect(enumDescriptions![operations!.indexOf('contractLimitPaging')]).toContain(
      '/api/v3/contract-limit/paging',
    );
  });

  it('shows an example of each property', () => {
    expect(schemas.screen.properties['dialog']!.description).toMatch(
      /^The screen can be opened.*Example: "dialog": \{/,
    );
    expect(schemas.screen.definitions['Column']!.properties['width']!.description).toMatch(
      /Example: "width": \d+$/,
    );
  });

  it.each(kinds)('underlines nothing in a valid %s', (kind) => {
    const wrong = sources[kind].flatMap(({ file, text }) =>
      underlined(kind, JSON.parse(text)).map((fault) => `${file} ${fault}`),
    );
    expect(wrong).toEqual([]);
  });

  it('underlines a misspelt property, and leaves a name that is newer than the file to the checker', () => {
    const screen = {
      language: 1,
      id: 'new',
      title: 'new.title',
      route: '/new',
      view: { type: 'stack', items: [] },
    };
    expect(underlined('screen', screen)).toEqual([]);
    expect(underlined('screen', { ...screen, access: ['NOT_YET'] })).toEqual([]);
    expect(underlined('screen', { ...screen, acess: [] })).not.toEqual([]);
  });

  it('is referenced by every screen, fragment and app file', () => {
    const wrong = kinds.flatMap((kind) =>
      sources[kind]
        .filter(({ file, text }) => {
          const { $schema } = JSON.parse(text) as { $schema?: string };
          const above = '../'.repeat(file.split('/').length - 1);
          // The bare grammar is allowed too, without names and examples.
          return !['generated/editor', 'language'].some(
            (folder) => $schema === `${above}schemas/${folder}/${kind}.schema.json`,
          );
        })
        .map(({ file }) => file),
    );
    expect(wrong).toEqual([]);
  });
});
